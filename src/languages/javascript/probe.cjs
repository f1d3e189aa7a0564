// Runs calls against a candidate and reports what it did, one line a call, on descriptor 3.
//
// The candidate shares this realm and may replace whatever it can reach, so everything that is used after it was loaded
// is a local taken before: functions of prototypes as uncurried copies, objects without a prototype, no iteration and no
// method call on arrays. Only inputs are here: there is nothing to read that would tell a right answer.
'use strict';

(() => {
  const { bind, call: callFunction, toString: functionToString } = Function.prototype;
  const uncurryThis = bind.bind(callFunction);
  const getterOf = (prototype, name) => uncurryThis(Reflect.getOwnPropertyDescriptor(prototype, name).get);

  const fs = require('node:fs');
  const { Script, constants: vmConstants } = require('node:vm');
  const { createRequire } = require('node:module');
  const types = require('node:util/types');
  const { isProxy, isMap, isSet, isDate, isRegExp, isTypedArray, isAnyArrayBuffer, isDataView, isPromise, isWeakMap, isWeakSet } = types;
  const { isNativeError, isBoxedPrimitive, isGeneratorObject, isMapIterator, isSetIterator, isModuleNamespaceObject } = types;
  const { isArgumentsObject, isNumberObject, isStringObject, isBooleanObject, isSymbolObject } = types;

  const { apply, getPrototypeOf, getOwnPropertyDescriptor, ownKeys, defineProperty, deleteProperty } = Reflect;
  const { isArray } = Array;
  const { hasOwn, prototype: objectPrototype } = Object;
  const { isInteger, isNaN: isNotANumber, MAX_SAFE_INTEGER } = Number;
  const quote = JSON.stringify;
  const write = fs.writeSync;
  const bufferFrom = Buffer.from;
  const { now } = Date;
  const { min: least } = Math;
  const { setTimeout, clearTimeout, globalThis: realm } = globalThis;
  const { Uint8Array: Bytes, Promise: Settling, Error: Failure, TypeError: TypeFailure } = globalThis;
  const leave = process.reallyExit.bind(process);
  const runInThisContext = uncurryThis(Script.prototype.runInThisContext);
  const sourceOf = uncurryThis(functionToString);
  const isWellFormed = uncurryThis(String.prototype.isWellFormed);
  const toWellFormed = uncurryThis(String.prototype.toWellFormed);
  const charCode = uncurryThis(String.prototype.charCodeAt);
  const slice = uncurryThis(String.prototype.slice);
  const indexOf = uncurryThis(String.prototype.indexOf);
  const startsWith = uncurryThis(String.prototype.startsWith);
  const symbolText = uncurryThis(Symbol.prototype.toString);
  const then = uncurryThis(Promise.prototype.then);
  const time = uncurryThis(Date.prototype.getTime);
  const isoText = uncurryThis(Date.prototype.toISOString);
  const regexSource = getterOf(RegExp.prototype, 'source');
  const regexFlags = getterOf(RegExp.prototype, 'flags');
  const typedArrayPrototype = getPrototypeOf(Bytes.prototype);
  const typedLength = getterOf(typedArrayPrototype, 'length');
  const typedName = getterOf(typedArrayPrototype, Symbol.toStringTag);
  const mapEntries = uncurryThis(Map.prototype.entries);
  const setValues = uncurryThis(Set.prototype.values);
  const prototypeOfIterator = (iterator) => getPrototypeOf(iterator);
  const nextOf = (prototype) => uncurryThis(prototype.next);
  const nextInMap = nextOf(prototypeOfIterator(new Map().entries()));
  const nextInSet = nextOf(prototypeOfIterator(new Set().values()));
  const arrayIterator = prototypeOfIterator([].values());
  const nextInArray = nextOf(arrayIterator);
  const stringIterator = prototypeOfIterator(''[Symbol.iterator]());
  const nextInString = nextOf(stringIterator);
  const matchIterator = prototypeOfIterator(''.matchAll(/a/g));
  const nextMatch = nextOf(matchIterator);
  const nextInGenerator = nextOf(getPrototypeOf(function* () {}.prototype));
  const asyncGeneratorPrototype = getPrototypeOf(async function* () {}.prototype);
  const nextInAsyncGenerator = nextOf(asyncGeneratorPrototype);
  const isBelow = uncurryThis(objectPrototype.isPrototypeOf);
  const boxed = {
    __proto__: null,
    Number: uncurryThis(Number.prototype.valueOf),
    String: uncurryThis(String.prototype.valueOf),
    Boolean: uncurryThis(Boolean.prototype.valueOf),
    Symbol: uncurryThis(Symbol.prototype.valueOf),
    BigInt: uncurryThis(BigInt.prototype.valueOf),
  };

  const CHANNEL = 3;
  const MAX_TEXT = 48 * 1024;
  const MAX_NODES = 20000;
  const MAX_DEPTH = 100;
  const MAX_ITEMS = 1000;
  const MAX_PRINTED = 32 * 1024;

  const job = JSON.parse(fs.readFileSync(0, 'utf8'));
  const { nonce, kind, calls, names } = job;
  const count = calls.length;
  const { fileName } = job;
  const folder = process.cwd();
  const path = `${folder}/${fileName}`;
  const source = fs.readFileSync(path, 'utf8');

  // ---- canonical values ------------------------------------------------------------------------------------------------
  const tooMuch = { __proto__: null };
  let nodes = 0;
  let size = 0;

  const hexDigits = '0123456789abcdef';
  const hexByte = (byte) => hexDigits[byte >> 4] + hexDigits[byte & 15];

  // UTF-8, with lone surrogates as if they were characters.
  function surrogateHex(text) {
    let hex = '';
    for (let at = 0; at < text.length; at += 1) {
      let code = charCode(text, at);
      if (code >= 0xd800 && code < 0xdc00 && at + 1 < text.length) {
        const low = charCode(text, at + 1);
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          at += 1;
        }
      }
      if (code < 0x80) hex += hexByte(code);
      else if (code < 0x800) hex += hexByte(0xc0 | (code >> 6)) + hexByte(0x80 | (code & 63));
      else if (code < 0x10000) hex += hexByte(0xe0 | (code >> 12)) + hexByte(0x80 | ((code >> 6) & 63)) + hexByte(0x80 | (code & 63));
      else {
        hex += hexByte(0xf0 | (code >> 18)) + hexByte(0x80 | ((code >> 12) & 63));
        hex += hexByte(0x80 | ((code >> 6) & 63)) + hexByte(0x80 | (code & 63));
      }
    }
    return hex;
  }

  function large(text) {
    // Loaded where it is needed, because loading it costs every run some milliseconds.
    const { createHash } = require('node:crypto');
    const hash = createHash('sha256').update(text).digest('hex');
    return `{"type":"too-large","prefix":${quote(toWellFormed(slice(text, 0, 200)))},"hash":"${hash}"}`;
  }

  function string(text) {
    size += text.length;
    if (text.length > MAX_TEXT) return large(text);
    return isWellFormed(text) ? `{"type":"string","value":${quote(text)}}` : `{"type":"bytes","hex":"${surrogateHex(text)}"}`;
  }

  function number(value) {
    if (isNotANumber(value)) return '{"type":"float","value":"nan"}';
    if (value === 1 / 0) return '{"type":"float","value":"inf"}';
    if (value === -1 / 0) return '{"type":"float","value":"-inf"}';
    if (value === 0 && 1 / value < 0) return '{"type":"float","value":"-0"}';
    const whole = isInteger(value) && value <= MAX_SAFE_INTEGER && value >= -MAX_SAFE_INTEGER;
    return `{"type":"${whole ? 'int' : 'float'}","value":"${value}"}`;
  }

  const opaque = (what) => `{"type":"opaque","kind":${quote(toWellFormed(what))}}`;
  const object = (name, fields) => `{"type":"object","className":${quote(toWellFormed(name))},"fields":[${fields}]}`;
  const field = (name, value) => `[${quote(toWellFormed(name))},${value}]`;
  const pair = (left, right) => `[${left},${right}]`;
  const joined = (text, item) => (text === '' ? item : `${text},${item}`);

  // The value of a property without running anything; getters stay closed.
  function property(owner, key) {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    if (descriptor === undefined) return { __proto__: null, type: 'none', value: undefined, enumerable: false };
    const data = hasOwn(descriptor, 'value');
    return {
      __proto__: null,
      type: data ? 'data' : 'getter',
      value: data ? descriptor.value : undefined,
      enumerable: descriptor.enumerable,
    };
  }

  // The names of an error's classes above its own, as JSON.
  function basesOf(error) {
    let text = '';
    let own = true;
    for (let at = getPrototypeOf(error); at !== null && at !== objectPrototype && !isProxy(at); at = getPrototypeOf(at)) {
      const { value: maker } = property(at, 'constructor');
      if (typeof maker !== 'function' || isProxy(maker)) continue;
      const { value: name } = property(maker, 'name');
      if (typeof name === 'string' && name !== '' && !own) text = joined(text, quote(toWellFormed(slice(name, 0, 100))));
      own = false;
    }
    return `[${text}]`;
  }

  // The first constructor on the chain of prototypes that has a name.
  function classNameOf(value) {
    for (let at = getPrototypeOf(value); at !== null; at = getPrototypeOf(at)) {
      if (isProxy(at)) return null;
      const { value: maker } = property(at, 'constructor');
      if (typeof maker !== 'function' || isProxy(maker)) continue;
      const { value: name } = property(maker, 'name');
      if (typeof name === 'string' && name !== '') return name;
    }
    return null;
  }

  // `e.name = "ValidationError"` on a plain Error names it as well.
  function errorName(error) {
    const name = classNameOf(error) ?? 'Error';
    if (name !== 'Error') return name;
    const { value: own } = property(error, 'name');
    return typeof own === 'string' && own !== '' ? slice(own, 0, 100) : name;
  }

  function encode(root) {
    nodes = 0;
    size = 0;
    let text;
    try {
      text = one(root, null, 0);
    } catch (error) {
      if (error !== tooMuch) throw error;
      return tooLarge(root);
    }
    return text.length <= MAX_TEXT ? text : large(text);
  }

  function one(value, path, depth) {
    nodes += 1;
    if (nodes > MAX_NODES || size > 4 * MAX_TEXT) throw tooMuch;
    switch (typeof value) {
      case 'undefined':
        return opaque('undefined');
      case 'boolean':
        return value ? '{"type":"bool","value":true}' : '{"type":"bool","value":false}';
      case 'number':
        return number(value);
      case 'bigint': {
        const text = `${value}`;
        return text.length > 4000 ? large(text) : object('BigInt', field('value', `{"type":"int","value":"${text}"}`));
      }
      case 'string':
        return string(value);
      case 'symbol':
        return opaque(slice(symbolText(value), 0, 100));
      case 'function':
        if (isProxy(value)) return opaque('Proxy');
        return opaque(startsWith(sourceOf(value), 'class') ? 'class' : 'function');
    }
    if (value === null) return '{"type":"null"}';
    if (isProxy(value)) return opaque('Proxy');
    let distance = 1;
    for (let at = path; at !== null; at = at.parent) {
      if (at.value === value) return `{"type":"cycle","depth":${distance}}`;
      distance += 1;
    }
    if (depth >= MAX_DEPTH) return opaque('nested too deeply');
    return compound(value, { __proto__: null, value, parent: path }, depth + 1);
  }

  function compound(value, path, depth) {
    if (isArray(value)) return list(value, value.length, path, depth);
    const ownName = classNameOf(value);
    const named = (fallback) => ownName ?? fallback;
    const single = (name, inner) => object(name, field('value', inner));
    if (isMap(value)) {
      let entries = '';
      const iterator = mapEntries(value);
      for (let next = nextInMap(iterator); !next.done; next = nextInMap(iterator)) {
        entries = joined(entries, pair(one(next.value[0], path, depth), one(next.value[1], path, depth)));
      }
      return object(named('Map'), field('entries', `{"type":"map","entries":[${entries}]}`));
    }
    if (isSet(value)) return `{"type":"set","items":[${drained(setValues(value), nextInSet, MAX_NODES, path, depth)}]}`;
    if (isDate(value)) return single('Date', `{"type":"string","value":"${isNotANumber(time(value)) ? 'Invalid Date' : isoText(value)}"}`);
    if (isRegExp(value)) return single('RegExp', string(`/${regexSource(value)}/${regexFlags(value)}`));
    if (isTypedArray(value)) return object(named(typedName(value)), field('items', list(value, typedLength(value), path, depth)));
    if (isAnyArrayBuffer(value)) {
      const bytes = new Bytes(value);
      const shown = least(typedLength(bytes), MAX_ITEMS);
      let hex = '';
      for (let at = 0; at < shown; at += 1) hex += hexByte(bytes[at]);
      return object(
        named('ArrayBuffer'),
        joined(field('size', number(typedLength(bytes))), field('bytes', `{"type":"bytes","hex":"${hex}"}`)),
      );
    }
    if (isPromise(value)) return opaque('Promise');
    if (isWeakMap(value)) return opaque('WeakMap');
    if (isWeakSet(value)) return opaque('WeakSet');
    if (isDataView(value)) return opaque('DataView');
    if (isModuleNamespaceObject(value)) return opaque('module');
    if (isNativeError(value)) {
      const { value: message } = property(value, 'message');
      const own = field('message', string(typeof message === 'string' ? message : ''));
      const more = fields(value, path, depth, true);
      return object(errorName(value), more === '' ? own : joined(own, more));
    }
    if (isBoxedPrimitive(value)) {
      const name = isNumberObject(value)
        ? 'Number'
        : isStringObject(value)
          ? 'String'
          : isBooleanObject(value)
            ? 'Boolean'
            : isSymbolObject(value)
              ? 'Symbol'
              : 'BigInt';
      return single(name, one(boxed[name](value), path, depth));
    }
    const read = iteratorOf(value);
    if (read !== null) {
      const items = drained(value, read.next, MAX_ITEMS, path, depth);
      return object(read.name, field('items', `{"type":"list","items":[${items}]}`));
    }
    if (isArgumentsObject(value)) {
      const { value: length } = property(value, 'length');
      return object('Arguments', field('items', list(value, typeof length === 'number' ? length : 0, path, depth)));
    }
    if (ownName === null || ownName === 'Object') return `{"type":"map","entries":[${fields(value, path, depth, false)}]}`;
    return object(ownName, fields(value, path, depth, true));
  }

  function iteratorOf(value) {
    const found = (name, next) => ({ __proto__: null, name, next });
    if (isGeneratorObject(value)) {
      return isBelow(asyncGeneratorPrototype, value) ? null : found('Generator', nextInGenerator);
    }
    if (isMapIterator(value)) return found('Map Iterator', nextInMap);
    if (isSetIterator(value)) return found('Set Iterator', nextInSet);
    const prototype = getPrototypeOf(value);
    if (prototype === arrayIterator) return found('Array Iterator', nextInArray);
    if (prototype === stringIterator) return found('String Iterator', nextInString);
    return prototype === matchIterator ? found('RegExp String Iterator', nextMatch) : null;
  }

  function drained(iterator, next, most, path, depth) {
    let items = '';
    for (let taken = 0; taken < most; taken += 1) {
      const step = next(iterator);
      if (step.done) break;
      items = joined(items, one(step.value, path, depth));
    }
    return items;
  }

  function list(value, length, path, depth) {
    let items = '';
    for (let at = 0; at < length; at += 1) {
      const { type, value: item } = property(value, at);
      items = joined(items, type === 'data' ? one(item, path, depth) : hole(type));
    }
    return `{"type":"list","items":[${items}]}`;
  }

  function hole(type) {
    nodes += 1;
    if (nodes > MAX_NODES) throw tooMuch;
    return opaque(type === 'none' ? 'hole' : 'getter');
  }

  // Own enumerable properties: as fields, or as the entries of a map.
  function fields(value, path, depth, asFields) {
    let text = '';
    const keys = ownKeys(value);
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at];
      const { type, value: item, enumerable } = property(value, key);
      if (!enumerable) continue;
      const inner = type === 'data' ? one(item, path, depth) : opaque('getter');
      const shown = typeof key === 'symbol' ? slice(symbolText(key), 0, 100) : key;
      const name = asFields ? quote(toWellFormed(shown)) : typeof key === 'symbol' ? opaque(shown) : string(key);
      text = joined(text, pair(name, inner));
    }
    return text;
  }

  // Too big to write whole: the hash covers the size and what a bounded walk saw.
  function tooLarge(root) {
    if (typeof root === 'string') return large(root);
    if (!isArray(root)) return large(`${typeof root} of ${typeof root === 'object' && !isProxy(root) ? ownKeys(root).length : 0} keys`);
    let text = `list of ${root.length}: `;
    for (let at = 0; at < root.length; at = at === 199 && root.length > 400 ? root.length - 200 : at + 1) {
      const { value: item } = property(root, at);
      text +=
        typeof item === 'object' || typeof item === 'function' || typeof item === 'symbol'
          ? `${typeof item},`
          : `${slice(`${item}`, 0, 200)},`;
    }
    return large(text);
  }

  // ---- outcomes --------------------------------------------------------------------------------------------------------
  const exited = { __proto__: null };
  let exitCode = null;
  const cpuLimit = '{"type":"limit","limit":"cpu"}';
  const wallLimit = '{"type":"limit","limit":"wall"}';
  const missing = (reason) => `{"type":"missing","reason":${quote(toWellFormed(reason))}}`;
  const clean = (text) => toWellFormed(slice(text, 0, 2000));

  // The candidate's own line nearest to the error.
  function lineOf(error) {
    const { value: stack } = property(error, 'stack');
    if (typeof stack !== 'string') return null;
    let from = 0;
    let first = true;
    while (from < stack.length) {
      let to = indexOf(stack, '\n', from);
      if (to < 0) to = stack.length;
      const text = slice(stack, from, to);
      from = to + 1;
      const frame = startsWith(text, '    at ') || (first && indexOf(text, fileName) >= 0);
      first = false;
      // Beyond an evaluated call there is only what evaluated it.
      if (indexOf(text, 'eval at ') >= 0) return null;
      if (!frame) continue;
      let at = indexOf(text, `${fileName}:`);
      if (at < 0) continue;
      let line = 0;
      for (at += fileName.length + 1; at < text.length; at += 1) {
        const digit = charCode(text, at) - 48;
        if (digit < 0 || digit > 9) break;
        line = line * 10 + digit;
      }
      return line > 0 ? line : null;
    }
    return null;
  }

  function describe(error) {
    if (error === exited || exitCode !== null) return { __proto__: null, error: 'exit', message: `${exitCode ?? 0}`, line: null };
    if ((typeof error !== 'object' && typeof error !== 'function') || error === null) {
      const text = typeof error === 'symbol' ? symbolText(error) : `${error}`;
      return { __proto__: null, error: error === null ? 'null' : typeof error, message: clean(text), line: null };
    }
    if (isProxy(error)) return { __proto__: null, error: 'Proxy', message: '', line: null };
    let message = property(error, 'message').value;
    if (typeof message !== 'string') message = '';
    const name = isNativeError(error) ? errorName(error) : (classNameOf(error) ?? 'Object');
    return {
      __proto__: null,
      error: toWellFormed(slice(name, 0, 100)),
      message: clean(message),
      line: lineOf(error),
      bases: basesOf(error),
    };
  }

  function raised(error) {
    const { error: name, message, line, bases = '[]' } = describe(error);
    const place = line === null ? '' : `,"line":${line}`;
    return `{"type":"raised","error":${quote(name)},"message":${quote(message)}${bases === '[]' ? '' : `,"bases":${bases}`}${place}}`;
  }

  // A candidate that does not load has not raised on any input.
  function notLoaded(error) {
    const { error: name, message, line } = describe(error);
    return missing(`does not load: ${name}: ${message}${line === null ? '' : ` (line ${line})`}`);
  }

  const isTimeout = (error) =>
    typeof error === 'object' && error !== null && !isProxy(error) && property(error, 'code').value === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

  function report(index, outcome, after) {
    let line = `${nonce} ${index} {"outcome":${outcome}`;
    const text = takePrinted();
    if (text !== '') line += `,"stdout":${quote(text)}`;
    if (after !== null) line += `,"argumentsAfter":[${after}]`;
    const data = bufferFrom(`${line}}\n`, 'utf8');
    const length = typedLength(data);
    for (let at = 0; at < length; ) at += write(CHANNEL, data, at, length - at);
  }

  // ---- what a candidate prints during a call ---------------------------------------------------------------------------
  let printed = '';
  let printedSize = 0;

  function takePrinted() {
    const text = printedSize > MAX_PRINTED ? `${printed}\n... cut` : printed;
    printed = '';
    printedSize = 0;
    return toWellFormed(text);
  }

  function capturePrinted() {
    let stream = null;
    const open = () => {
      const { Writable } = require('node:stream');
      stream = new Writable({
        decodeStrings: false,
        write(chunk, _encoding, done) {
          const text = typeof chunk === 'string' ? chunk : `${bufferFrom(chunk)}`;
          if (printedSize < MAX_PRINTED) printed += slice(text, 0, MAX_PRINTED - printedSize);
          printedSize += text.length;
          done();
        },
      });
      stream.fd = 1;
      return stream;
    };
    defineProperty(process, 'stdout', { __proto__: null, configurable: true, enumerable: true, get: () => stream ?? open() });
  }

  // ---- time ------------------------------------------------------------------------------------------------------------
  // Half of the time that is left for each call, so that one which hangs leaves some for the calls after it.
  const deadline = now() + job.seconds * 1000;
  const share = () => {
    const half = (deadline - now()) / 2;
    return half > 50 ? half >>> 0 : 50;
  };

  const runName = '__annealRun';
  const runScript = new Script(`${runName}()`, { filename: 'probe' });
  let work = null;
  let answer;
  function trampoline() {
    deleteProperty(realm, runName);
    const now = work;
    work = null;
    answer = now();
  }

  // Runs a function that ends after `ms` milliseconds at the latest; only a script can be ended from the outside.
  function within(ms, task) {
    work = task;
    answer = undefined;
    defineProperty(realm, runName, { __proto__: null, configurable: true, value: trampoline });
    runInThisContext(runScript, { __proto__: null, timeout: ms, displayErrors: false });
    if (work !== null) throw new Failure('the call was not made');
    return answer;
  }

  function thenable(value) {
    if (typeof value !== 'object' && typeof value !== 'function') return false;
    if (value === null || isProxy(value)) return false;
    if (isPromise(value)) return true;
    for (let at = value; at !== null && !isProxy(at); at = getPrototypeOf(at)) {
      const { type, value: found } = property(at, 'then');
      if (type !== 'none') return typeof found === 'function';
    }
    return false;
  }

  // An error that nobody catches would end a program while it waits.
  let onStrayError = null;
  const stray = (error) => {
    const tell = onStrayError;
    if (tell !== null) tell(error);
  };

  function settle(value, ms, onValue, onError) {
    let over = false;
    const finish = (next) => (result) => {
      if (over) return;
      over = true;
      onStrayError = null;
      clearTimeout(timer);
      next(result);
    };
    const timer = setTimeout(
      finish(() => onError(null, wallLimit)),
      ms,
    );
    const fail = finish((error) => onError(error, null));
    onStrayError = fail;
    const done = finish(onValue);
    const promise = isPromise(value) ? value : new Settling((resolve) => resolve(value));
    then(promise, done, fail);
  }

  // ---- entries ---------------------------------------------------------------------------------------------------------
  let evaluate = null;
  const takeScope = (scope) => {
    evaluate ??= scope;
  };
  const scopeName = '__annealScope';
  const scopeCall = `${scopeName}((__annealText) => eval(__annealText));`;
  // A first line for the shell, as in a script.
  const body = source.startsWith('#!') ? `//${source.slice(2)}` : source;

  // A module whose imports and exports were taken off: strict, with nothing in its scope but its own names.
  const asFunction = job.format === 'function';
  const parameters = asFunction ? '__annealExports, __annealRequire' : 'exports, require, module, __filename, __dirname';
  const prologue = asFunction || job.strict ? '"use strict";' : '';

  function loadFunction() {
    const head = `(function (${parameters}, ${scopeName}) {${prologue}${job.head}${scopeCall}`;
    const importModuleDynamically = vmConstants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const script = new Script(`${head}${body}\n})`, { filename: path, ...(importModuleDynamically ? { importModuleDynamically } : {}) });
    const wrapper = runInThisContext(script);
    const module = { exports: {}, filename: path, id: path, loaded: false };
    const { exports } = module;
    const given = asFunction ? [exports, createRequire(path), takeScope] : [exports, createRequire(path), module, path, folder, takeScope];
    within(share(), () => apply(wrapper, asFunction ? undefined : exports, given));
    return module.exports;
  }

  function load(onLoaded, onFailed) {
    if (job.format !== 'module') {
      let exports;
      try {
        exports = loadFunction();
      } catch (error) {
        return onFailed(error);
      }
      return onLoaded(exports);
    }
    fs.writeFileSync(path, scopeCall + body);
    defineProperty(realm, scopeName, {
      __proto__: null,
      configurable: true,
      value(scope) {
        deleteProperty(realm, scopeName);
        takeScope(scope);
      },
    });
    const { pathToFileURL } = require('node:url');
    settle(import(pathToFileURL(path).href), (deadline - now()) / 2, onLoaded, (error, limit) => onFailed(error, limit));
  }

  // Names that are only exported, e.g. `module.exports = function …`, become reachable by the name that is asked for.
  function bindExports(exports) {
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      try {
        if (within(share(), () => evaluate(`typeof ${name}`)) !== 'undefined') continue;
        const found = within(share(), () => exported(exports, name));
        if (found !== undefined) defineProperty(realm, name, { __proto__: null, configurable: true, writable: true, value: found });
      } catch {}
    }
  }

  function exported(exports, name) {
    const whole = exports?.[name] ?? exports?.default?.[name];
    if (whole !== undefined) return whole;
    if (typeof exports === 'function') return exports;
    return typeof exports?.default === 'function' ? exports.default : undefined;
  }

  function runExpressions() {
    capturePrinted();
    process.argv = [process.execPath, path];
    process.exitCode = undefined;
    process.exit = (code) => {
      exitCode = code ?? 0;
      throw exited;
    };
    process.on('uncaughtException', stray);
    process.on('unhandledRejection', stray);
    load(
      (exports) => {
        if (evaluate === null) return failAll(missing('does not load: the program hides its scope'));
        bindExports(exports);
        takePrinted();
        exitCode = null;
        next(0);
      },
      (error, limit) => failAll(limit ?? (isTimeout(error) ? cpuLimit : notLoaded(error))),
    );
  }

  function failAll(outcome) {
    takePrinted();
    for (let index = 0; index < count; index += 1) report(index, outcome, null);
    leave(0);
  }

  function next(index) {
    if (index >= count) return leave(0);
    const call = calls[index];
    exitCode = null;
    let given = null;
    let before = null;
    const finish = (outcome) => {
      let after = null;
      if (before !== null) {
        try {
          after = within(share(), () => encodeAll(given));
        } catch {}
        if (after === before) after = null;
      }
      report(index, exitCode === null ? outcome : raised(exited), after);
      next(index + 1);
    };
    const failed = (error) => finish(isTimeout(error) ? cpuLimit : raised(error));
    const valueOutcome = (value) => `{"type":"value","value":${encode(value)}}`;
    let result;
    try {
      result = within(share(), () => {
        const setup = call.setup === '' ? '' : `${call.setup}\n;`;
        let value;
        if (call.callee === undefined) {
          value = evaluate(`${setup}${call.awaits ? `(async () => (${call.expression}\n))()` : `(${call.expression}\n)`}`);
        } else {
          const parts = evaluate(`${setup}({ __proto__: null, callee: ${call.callee}, given: [${call.given}] })`);
          given = parts.given;
          before = encodeAll(given);
          value = apply(checked(parts.callee, call.callee), undefined, given);
        }
        if (thenable(value)) return { __proto__: null, waits: true, value };
        if (isAsyncGenerator(value)) return { __proto__: null, waits: true, value: collected(value) };
        return { __proto__: null, waits: false, value: valueOutcome(value) };
      });
    } catch (error) {
      return failed(error);
    }
    if (!result.waits) return finish(result.value);
    settle(
      result.value,
      share(),
      (value) => {
        if (isAsyncGenerator(value)) return settle(collected(value), share(), onValue, onError);
        onValue(value);
      },
      onError,
    );
    function onValue(value) {
      let outcome;
      try {
        outcome = within(share(), () => valueOutcome(value));
      } catch (error) {
        return failed(error);
      }
      finish(outcome);
    }
    function onError(error, limit) {
      if (limit !== null) finish(limit);
      else failed(error);
    }
  }

  function checked(callee, name) {
    if (typeof callee === 'function') return callee;
    throw new TypeFailure(`${name} is not a function`);
  }

  function encodeAll(values) {
    let text = '';
    for (let at = 0; at < values.length; at += 1) text = joined(text, encode(values[at]));
    return text;
  }

  const isAsyncGenerator = (value) =>
    typeof value === 'object' && value !== null && !isProxy(value) && isGeneratorObject(value) && isBelow(asyncGeneratorPrototype, value);

  // The items of an async generator, as an array, to a bound.
  function collected(generator) {
    const items = [];
    return new Settling((resolve, reject) => {
      const step = (result) => {
        if (result.done || items.length >= MAX_ITEMS) return resolve(items);
        defineProperty(items, items.length, { __proto__: null, value: result.value, writable: true, enumerable: true, configurable: true });
        then(nextInAsyncGenerator(generator), step, reject);
      };
      then(nextInAsyncGenerator(generator), step, reject);
    });
  }

  // ---- programs: each in a process of its own, so that it starts fresh and may end as it likes ----------------------------
  function runProgram(index) {
    const { spawnSync } = require('node:child_process');
    const call = calls[index];
    // A folder of its own for each run, so that what one leaves behind is not there for the next.
    const home = `${folder}/run-${index}`;
    for (const [file, text] of [...Object.entries(call.files ?? {}), [fileName, source]]) {
      const target = `${home}/${file}`;
      fs.mkdirSync(target.slice(0, target.lastIndexOf('/')), { recursive: true });
      fs.writeFileSync(target, text);
    }
    const scratch = (name, text) => {
      const file = `${folder}/${name}-${index}`;
      fs.writeFileSync(file, text);
      const descriptor = fs.openSync(file, 'r+');
      fs.unlinkSync(file);
      return descriptor;
    };
    const streams = [scratch('.stdin', call.stdin), scratch('.stdout', ''), scratch('.stderr', '')];
    const ended = spawnSync(process.execPath, [...process.execArgv, fileName, ...call.args], {
      ...{ cwd: home, stdio: streams, timeout: share(), killSignal: 'SIGKILL' },
    });
    const [output, errors] = [readBack(streams[1]), readBack(streams[2])];
    for (const descriptor of streams) fs.closeSync(descriptor);
    if (errors !== '') write(2, errors);
    printed = output;
    printedSize = output.length;
    report(index, programOutcome(ended, output, errors), null);
  }

  function readBack(descriptor) {
    const data = Buffer.alloc(MAX_PRINTED + 1);
    return data.toString('utf8', 0, fs.readSync(descriptor, data, 0, data.length, 0));
  }

  function programOutcome({ error, status, signal }, output, errors) {
    if (error?.code === 'ETIMEDOUT') return cpuLimit;
    if (error !== undefined && error !== null) return missing(`could not be started: ${error.message}`);
    if (signal !== null) return missing(`ended by ${signal}`);
    if (status === 0) return `{"type":"value","value":${encode(output.slice(0, MAX_PRINTED))}}`;
    const thrown = /^(?:Uncaught )?([A-Z][\w$]*)(?: \[\w+\])?: (.*)$/m.exec(errors);
    const line = new RegExp(`${fileName.replace('.', '\\.')}:(\\d+)`).exec(errors)?.[1];
    const [name, message] = thrown === null ? ['exit', `${status}`] : [thrown[1], clean(thrown[2])];
    return `{"type":"raised","error":${quote(name)},"message":${quote(message)}${line === undefined ? '' : `,"line":${line}`}}`;
  }

  if (kind === 'program') {
    for (let index = 0; index < count; index += 1) runProgram(index);
    leave(0);
  } else runExpressions();
})();

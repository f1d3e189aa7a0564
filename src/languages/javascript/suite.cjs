// Runs a test file and reports each test, one line a test, on descriptor 3. See suite.py for the two modes.
'use strict';

(() => {
  const fs = require('node:fs');
  const path = require('node:path');
  const vm = require('node:vm');
  const { createRequire, isBuiltin } = require('node:module');
  const { pathToFileURL } = require('node:url');
  const { inspect, isDeepStrictEqual } = require('node:util');
  const realAssert = require('node:assert');
  const { writeSync } = fs;
  const { stringify } = JSON;
  const exit = process.reallyExit.bind(process);
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;

  const job = JSON.parse(fs.readFileSync(0, 'utf8'));
  const { nonce } = job;
  const replaying = job.mode === 'replay';
  // A session's waiting interpreter has the job's files in its working directory only.
  const here = process.cwd();

  const report = (fields) => {
    let data = Buffer.from(
      `${nonce} ${stringify(fields)}\n`.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
    while (data.length > 0) data = data.subarray(writeSync(3, data));
  };

  // ---- output of the tests -------------------------------------------------------------------------------------------
  let printed = [];
  let printedSize = 0;
  const sink = (chunk, encoding, done) => {
    const text = String(chunk);
    if (printedSize < 262_144) printed.push(text);
    printedSize += text.length;
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') callback();
    return true;
  };
  process.stdout.write = sink;
  process.stderr.write = (_chunk, encoding, done) => sink('', encoding, done);

  // ---- what stands in for the candidate --------------------------------------------------------------------------------
  class Refused extends Error {}
  class Gone extends Error {}
  const newRecord = (id) => ({
    answers: job.answers[id] ?? [],
    at: 0,
    calls: [],
    pending: false,
    unsupported: null,
    loading: id === '',
    // What the test did to the world around it, which the program, in a world of its own, would not meet.
    touched: null,
    asserted: 0,
  });
  let record = newRecord('');
  const refuse = (reason) => {
    record.unsupported ??= reason;
    // While the file is loaded its tests are wanted all the same: they will run beside the program.
    if (record.loading) return pending;
    throw new Refused(reason);
  };

  // What tests replace so that the program meets it: as it is before any test ran.
  const places = [
    ...['Date', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'crypto'].map((key) => [globalThis, key]),
    ...['now'].map((key) => [Date, key]),
    ...Object.keys(console).map((key) => [console, key]),
    ...['now'].map((key) => [performance, key]),
    ...['argv', 'cwd', 'exit', 'platform', 'hrtime', 'stdin'].map((key) => [process, key]),
    ...['write'].flatMap((key) => [process.stdout, process.stderr].map((stream) => [stream, key])),
  ];
  const world = () => [
    ...places.map(([owner, key]) => Object.getOwnPropertyDescriptor(owner, key)?.value ?? owner[key]),
    ...process.argv,
    process.cwd(),
    stringify(process.env),
    Math.random,
  ];
  let firstWorld = [];
  const changedWorld = () =>
    record.touched ?? (world().some((one, index) => one !== firstWorld[index]) ? 'changes what is around it' : null);
  // The same inputs in every run, so that each call is answered in the next one.
  let drawn = 0;
  const sameRandom = () => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return drawn / 2 ** 32;
  };
  const watch = (owner, keys, note) => {
    for (const key of keys) {
      const real = owner[key];
      if (typeof real !== 'function') continue;
      owner[key] = Object.assign((...given) => {
        note(key);
        return real.apply(owner, given);
      }, real);
    }
  };
  const watchWorld = () => {
    const touches = /^(?:append|chmod|copyFile|cp|create(?:Write)|link|mkdir|mkdtemp|open|rename|rm|symlink|truncate|unlink|utimes|write)/;
    const isTouching = (key) => touches.test(key);
    const note = (key) => {
      record.touched ??= `uses fs.${key}`;
    };
    for (const owner of [fs, fs.promises]) watch(owner, Object.keys(owner).filter(isTouching), note);
    watch(require('node:child_process'), ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'], () =>
      refuse('starts a process'),
    );
    Math.random = sameRandom;
  };

  const pendingTarget = () => pending;
  const pending = new Proxy(pendingTarget, {
    get(_target, key) {
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (key === Symbol.toPrimitive) return () => 0;
      if (key === 'then' || key === Symbol.asyncIterator) return undefined;
      return key === 'length' || key === 'size' ? 0 : pending;
    },
    set: () => true,
    has: () => true,
    apply: () => pending,
    construct: () => pending,
    getPrototypeOf: () => null,
  });

  const opaques = new WeakSet();
  const newOpaque = (shown, callable) => {
    const target = callable ? () => undefined : {};
    Object.defineProperty(target, 'value of the program', { value: shown, enumerable: true });
    const value = new Proxy(target, {
      get(self, key) {
        if (key === Symbol.iterator || key === Symbol.asyncIterator || key === Symbol.toPrimitive)
          return refuse('reads a result item by item');
        if (Object.hasOwn(self, key) || typeof key === 'symbol' || key === 'then' || key === 'constructor') return self[key];
        return refuse(`uses .${String(key)} of a result`);
      },
      set: () => refuse('changes a result'),
      apply: () => refuse('calls a result'),
      construct: () => refuse('makes an object from a result'),
    });
    opaques.add(value);
    return value;
  };

  // An object that the program offers under a name.
  const newUntouchable = (name) => {
    const why = () => refuse(`uses ${name} of the program`);
    const traps = ['get', 'set', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'deleteProperty', 'defineProperty'];
    const value = new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, why])));
    opaques.add(value);
    return value;
  };

  const unknown = new Error('unknown');
  const sourceOf = (value, depth = 0) => {
    if (value === pending) throw unknown;
    if (depth > 40) return refuse('passes a value that is nested too deeply');
    if (opaques.has(value)) return refuse('passes an object of the program');
    switch (typeof value) {
      case 'undefined':
        return 'undefined';
      case 'boolean':
        return String(value);
      case 'number':
        return Object.is(value, -0) ? '-0' : String(value);
      case 'bigint':
        return `${value}n`;
      case 'string':
        return stringify(value);
      case 'object':
        break;
      default:
        return refuse(`passes a ${typeof value} to the program`);
    }
    if (value === null) return 'null';
    if (Array.isArray(value)) return `[${Array.from(value, (item) => sourceOf(item, depth + 1)).join(', ')}]`;
    if (value instanceof Date) return `new Date(${value.getTime()})`;
    if (value instanceof RegExp) return String(value);
    if (value instanceof Map) return `new Map(${sourceOf([...value], depth + 1)})`;
    if (value instanceof Set) return `new Set(${sourceOf([...value], depth + 1)})`;
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype)
      return refuse(`passes an object of class ${prototype.constructor?.name ?? '?'}`);
    return `({ ${Object.entries(value)
      .map(([key, item]) => `[${stringify(key)}]: ${sourceOf(item, depth + 1)}`)
      .join(', ')} })`;
  };

  const valueFrom = (source) => vm.runInThisContext(`(${source})`, { filename: 'answer.js' });
  const change = (target, source) => {
    const now = valueFrom(source);
    if (Array.isArray(target)) target.splice(0, target.length, ...now);
    else if (target instanceof Map || target instanceof Set) {
      target.clear();
      for (const item of now) target instanceof Map ? target.set(...item) : target.add(item);
    } else if (typeof target === 'object' && target !== null) {
      for (const key of Object.keys(target)) delete target[key];
      Object.assign(target, now);
    }
  };

  const ownErrors = new Map();
  const errorClass = (name, bases) => {
    const own = classes.get(name);
    if (own !== undefined) return own;
    const found = globalThis[name] ?? classInSiblings(name);
    if (typeof found === 'function' && (found === Error || found.prototype instanceof Error)) return found;
    if (!ownErrors.has(name)) {
      const parent =
        bases
          .map((base) => globalThis[base])
          .find((base) => typeof base === 'function' && (base === Error || base.prototype instanceof Error)) ?? Error;
      ownErrors.set(name, { [name]: class extends parent {} }[name]);
    }
    return ownErrors.get(name);
  };
  // A class of errors that the program and its tests both take from a third file.
  let loadedFiles = [];
  const classInSiblings = (name) => {
    for (const made of loadedFiles) {
      for (const exports of [made.exports, made.module.exports]) {
        const found = Object.values(exports ?? {}).find((one) => typeof one === 'function' && one.name === name);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const newError = ({ error, message, bases = [] }) => {
    const cls = errorClass(error, bases);
    const made = Reflect.construct(Error, [message], cls);
    Object.defineProperty(made, 'message', { value: message, configurable: true, writable: true });
    if (made.name !== error) Object.defineProperty(made, 'name', { value: error, configurable: true, writable: true });
    // Fields of its own are not known here.
    const looks = (key) => typeof key === 'string' && !usualOfErrors.has(key);
    const between = new Proxy(Object.create(cls.prototype), {
      get: (target, key, self) => (key in target || !looks(key) ? Reflect.get(target, key, self) : refuse(`looks at .${key} of an error`)),
      has: (target, key) => (key in target || !looks(key) ? key in target : refuse(`looks at .${key} of an error`)),
    });
    return Object.setPrototypeOf(made, between);
  };
  const usualOfErrors = new Set(
    'constructor name message stack cause errors toString toJSON then inspect asymmetricMatch $$typeof nodeType showDiff actual expected operator'.split(
      ' ',
    ),
  );

  const ask = (expression, given) => {
    const why = changedWorld();
    if (why !== null) return refuse(why);
    if (record.calls.length >= 200) return refuse('calls the program more than 200 times');
    if (expression.length + record.calls.reduce((sum, { length }) => sum + length, 0) > 200_000)
      return refuse('passes very large values to the program');
    let known = record.pending ? undefined : record.answers[record.at];
    if (known?.expression !== expression) known = undefined;
    record.at += 1;
    record.calls.push(expression);
    if (known === undefined) {
      record.pending = true;
      return pending;
    }
    if (known.stdout) sink(known.stdout);
    for (const [index, source] of (given === undefined ? [] : (known.after ?? [])).entries()) {
      if (source !== null && index < given.length) change(given[index], source);
    }
    if (known.kind === 'value') return valueFrom(known.source);
    if (known.kind === 'opaque') return newOpaque(known.shown, known.callable);
    if (known.kind === 'raised') throw newError(known);
    throw new Gone(known.message);
  };

  const awaited = new Set(job.awaited);
  const answerCall = (name, given) => {
    let sources;
    try {
      sources = given.map((one) => sourceOf(one));
    } catch (error) {
      if (error !== unknown) throw error;
      record.pending = true;
      return pending;
    }
    return ask(`${name}(${sources.join(', ')})`, given);
  };
  const defaultName = 'candidate_default';
  const classes = new Map();
  const members = new Map();
  const quiet = new Set(['then', 'prototype', 'constructor', 'toJSON', '__esModule', 'name', 'length']);

  const functionOf = (name) =>
    new Proxy(() => {}, {
      apply(_target, _self, given) {
        if (!awaited.has(name)) return answerCall(name, given);
        return (async () => answerCall(name, given))();
      },
      construct: () => refuse(`makes an object with new ${name}`),
      get(target, key) {
        if (typeof key === 'symbol' || quiet.has(key)) return target[key];
        // A default export may be an object of functions.
        return name === defaultName ? member(key) : refuse(`uses .${key} of ${name}`);
      },
    });
  const classOf = (name) => {
    if (!classes.has(name)) {
      const real = { [name]: class extends Error {} }[name];
      classes.set(
        name,
        new Proxy(real, {
          construct(_target, _given, newTarget) {
            void newTarget;
            return refuse(`makes an object of class ${name}`);
          },
          get(target, key) {
            if (key === Symbol.hasInstance) {
              return (value) =>
                opaques.has(value) ? refuse(`asks for an object of class ${name}`) : Function.prototype[key].call(target, value);
            }
            if (typeof key === 'symbol' || quiet.has(key) || key === 'stackTraceLimit') return target[key];
            return refuse(`uses ${name}.${key}`);
          },
        }),
      );
    }
    return classes.get(name);
  };
  const [knownNames, values] = [new Set(job.names.all), new Set(job.names.values)];
  const isName = (text) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text);
  function member(key) {
    if (!isName(key)) return refuse(`uses the name ${key}`);
    if (/^[A-Z][A-Z\d_]*$/.test(key) && values.has(key)) return ask(key);
    if (!knownNames.has(key)) {
      // The text does not say whether there is such a name.
      let found;
      try {
        found = ask(key);
      } catch (error) {
        if (!(error instanceof ReferenceError)) throw error;
        return undefined;
      }
      if (found === pending || typeof found !== 'function') return found;
    }
    if (/^[A-Z]/.test(key)) return classOf(key);
    // It may change, or be changed.
    if (values.has(key)) return newUntouchable(key);
    if (!members.has(key)) members.set(key, functionOf(key));
    return members.get(key);
  }
  const defaultFunction = functionOf(defaultName);
  const programStandIn = new Proxy(() => {}, {
    apply: (_target, _self, given) => defaultFunction(...given),
    construct: () => refuse('makes an object of the program'),
    get(target, key) {
      if (typeof key === 'symbol' || quiet.has(key)) return target[key];
      return key === 'default' ? defaultFunction : member(key);
    },
    set: () => refuse('changes the program'),
  });

  // ---- asserting -----------------------------------------------------------------------------------------------------
  const isPending = (value) => value === pending;
  // While an answer is missing no comparison means anything: it passes, so that the rest of the test shows what else it asks.
  const lenient = (f, self) =>
    function (...given) {
      if (given.some(isPending)) return undefined;
      let result;
      try {
        result = Reflect.apply(f, self ?? this, given);
      } catch (error) {
        if (record.pending && !(error instanceof Refused)) return undefined;
        throw error;
      }
      if (typeof result?.then !== 'function') return result;
      const own = record;
      return result.then(
        (value) => value,
        (error) => {
          if (own.pending && !(error instanceof Refused)) return undefined;
          throw error;
        },
      );
    };
  const lenientAssert = (real) => {
    if (!replaying) return real;
    const made = lenient(real);
    for (const key of Object.keys(real)) {
      const value = real[key];
      made[key] = key === 'strict' ? undefined : typeof value === 'function' && key !== 'AssertionError' ? lenient(value, real) : value;
    }
    Object.defineProperty(made, 'strict', { get: () => (real.strict === real ? made : lenientAssert(real.strict)) });
    return made;
  };

  // ---- collecting ----------------------------------------------------------------------------------------------------
  let tests = [];
  class Skipped extends Error {}
  const add = (id, run) => {
    let name = id;
    for (let count = 2; tests.some((test) => test.id === name); count += 1) name = `${id} (${count})`;
    tests.push({ id: name, run });
  };

  const settings = (given) => {
    const body = given.findLast((one) => typeof one === 'function');
    const options = Object.assign({}, ...given.filter((one) => typeof one === 'object' && one !== null));
    const title = typeof given[0] === 'string' ? given[0] : ((typeof given[0] === 'function' ? given[0] : body)?.name ?? '');
    return { title: title === '' ? '<anonymous>' : title, options, body };
  };

  // `expect.assertions(n)`: n, or true for at least one.
  let expected = null;
  // `keepsOnly`: a test marked with `only` leaves the others out.
  const newCollector = (keepsOnly) => {
    const collector = { only: false };
    let block = { names: [], before: [], after: [], once: [], last: [] };
    const child = (title) => ({ parent: block, names: [...block.names, title], before: [], after: [], once: [], last: [] });
    const hooks = (mine, kind) => {
      const around = [];
      for (let at = mine; at !== undefined; at = at.parent) around.push(...(kind === 'after' ? at.after : []));
      if (kind !== 'after') for (let at = mine; at !== undefined; at = at.parent) around.unshift(...at.before);
      return around;
    };
    const runOnce = async (mine) => {
      const around = [];
      for (let at = mine; at !== undefined; at = at.parent) around.unshift(at);
      for (const one of around) {
        try {
          for (const hook of one.once.splice(0)) await hook();
        } catch (error) {
          one.failed = { error };
        }
        // What was not made ready is not there for any of the tests below.
        if (one.failed !== undefined) throw one.failed.error;
      }
    };
    const call = (body, context) => {
      if (body.length < 2) return body(context);
      return new Promise((resolve, reject) => body(context, (error) => (error ? reject(error) : resolve())));
    };
    const contextFor = (title) => {
      const later = [];
      const context = {
        name: title,
        fullName: title,
        signal: new AbortController().signal,
        assert: lenientAssert(realAssert),
        get mock() {
          return require('node:test').mock;
        },
        diagnostic() {},
        plan() {},
        runOnly() {},
        skip(reason) {
          throw new Skipped(reason ?? '');
        },
        todo() {},
        before: (hook) => hook(),
        after: (hook) => later.push(hook),
        beforeEach() {},
        afterEach() {},
        async test(...given) {
          const { title: inner, body, options } = settings(given);
          if (body === undefined || options.skip || options.todo) return;
          try {
            await call(body, contextFor(inner).context);
          } catch (error) {
            if (error instanceof Skipped) return;
            throw error;
          }
        },
      };
      context.it = context.test;
      return { context, later };
    };
    const only = () => collector.only;
    const addTest = (title, body, options = {}) => {
      const mine = block;
      const chosen = options.only === true || mine.only === true;
      if (options.only === true && keepsOnly) collector.only = true;
      add([...mine.names, title].join(' > '), async () => {
        if (body === undefined || options.skip || options.todo || mine.skip)
          throw new Skipped(typeof options.skip === 'string' ? options.skip : 'by the test file');
        if (only() && !chosen) throw new Skipped('another test is marked with only');
        const { context, later } = contextFor(title);
        await runOnce(mine);
        let failed;
        expected = null;
        try {
          for (const hook of hooks(mine, 'before')) {
            const undo = await hook(context);
            if (keepsOnly && typeof undo === 'function' && undo !== pending) later.push(undo);
          }
          await call(body, context);
          if (expected !== null && !record.pending && !(expected === true ? record.asserted > 0 : record.asserted === expected))
            throw new Expectation(`${record.asserted} assertions, expected ${expected === true ? 'at least one' : expected}`);
        } catch (error) {
          failed = { error };
        }
        for (const hook of [...later, ...hooks(mine, 'after')]) {
          try {
            await hook(context);
          } catch (error) {
            failed ??= { error };
          }
        }
        if (options.fails === true) {
          if (failed === undefined) throw new Error('expected to fail');
          return;
        }
        if (failed !== undefined) throw failed.error;
      });
    };
    const test = (...given) => {
      const { title, options, body } = settings(given);
      addTest(title, body, options);
      return Promise.resolve();
    };
    const loading = [];
    const describe = (...given) => {
      const { title, options, body } = settings(given);
      const outer = block;
      block = child(title);
      block.skip = outer.skip || options.skip || options.todo;
      block.only = outer.only || options.only;
      if (options.only && keepsOnly) collector.only = true;
      const mine = block;
      try {
        const result = body?.({ name: title });
        if (typeof result?.then === 'function') loading.push(result);
      } finally {
        block = outer;
      }
      return Promise.resolve(mine);
    };
    const variants = (f) =>
      Object.assign(f, {
        skip: (...given) => f(...given, { skip: true }),
        todo: (...given) => f(...given, { todo: true }),
        only: (...given) => f(...given, { only: true }),
        concurrent: (...given) => f(...given),
        sequential: (...given) => f(...given),
        fails: (...given) => f(...given, { fails: true }),
        skipIf: (condition) => (condition ? f.skip : f),
        runIf: (condition) => (condition ? f : f.skip),
      });
    const format = (title, values, index) => {
      let at = 0;
      const [first] = values;
      const isRecord = typeof first === 'object' && first !== null;
      return String(title)
        .replace(/%[sdifjoO#$%]/g, (code) => {
          if (code === '%%') return '%';
          if (code === '%#') return String(index);
          if (code === '%$') return String(index + 1);
          const value = values[at++];
          if (code === '%i') return String(Number.parseInt(value, 10));
          if (code === '%d' || code === '%f') return String(Number(value));
          return code === '%j'
            ? stringify(value)
            : code === '%o' || code === '%O' || typeof value === 'object'
              ? inspect(value)
              : String(value);
        })
        .replace(/\$([\w.]+)/g, (whole, key) => {
          const found = isRecord ? at_(first, key) : { there: false };
          if (!found.there) return whole;
          return typeof found.value === 'string' ? found.value : inspect(found.value);
        });
    };
    // Rows: a list of them, or a table in a template whose first line names the columns.
    const rowsOf = (table, given) => {
      if (!Array.isArray(table) || !Array.isArray(table.raw)) return [...table];
      const names = table[0]
        .trim()
        .split('\n')[0]
        .split('|')
        .map((name) => name.trim());
      const rows = [];
      for (let from = 0; from + names.length <= given.length; from += names.length)
        rows.push(Object.fromEntries(names.map((name, column) => [name, given[from + column]])));
      return rows;
    };
    const each =
      (f, spread = true) =>
      (table, ...given) =>
      (title, ...rest) => {
        const { options, body } = settings(rest);
        for (const [index, row] of rowsOf(table, given).entries()) {
          const values = Array.isArray(row) && spread ? row : [row];
          f(format(title, Array.isArray(row) ? row : [row], index), options, () => body(...values));
        }
      };
    const withEach = (f) => {
      for (const one of [f, ...['skip', 'only', 'concurrent', 'sequential', 'fails', 'todo'].map((key) => f[key])]) {
        one.each = each(one);
        one.for = each(one, false);
      }
    };
    withEach(variants(test));
    withEach(variants(describe));
    return Object.assign(collector, {
      test,
      describe,
      loading,
      beforeEach: (hook) => void block.before.push(hook),
      afterEach: (hook) => void block.after.push(hook),
      before: (hook) => void block.once.push(hook),
      after: (hook) => void block.last.push(hook),
    });
  };

  const nodeTest = (collector) => {
    const { test, describe, before, after, beforeEach, afterEach } = collector;
    const made = Object.assign(test, { test, it: test, describe, suite: describe, before, after, beforeEach, afterEach, default: test });
    Object.defineProperty(made, 'mock', { get: () => require('node:test').mock });
    return made;
  };

  // ---- expect ----------------------------------------------------------------------------------------------------------
  class Expectation extends Error {}
  const shown = (value) => inspect(value, { depth: 4, breakLength: 120, maxArrayLength: 30, maxStringLength: 300 });
  const plainEqual = (a, b) => {
    // Whose class it is does not matter here, so it may be equal.
    if (opaques.has(a) && typeof b === 'object' && b !== null) return refuse('compares an object of the program');
    if (b !== null && typeof b === 'object' && asymmetric in b) return b[asymmetric](a);
    if (Object.is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a)) return a.length === b.length && b.every((item, index) => plainEqual(a[index], item));
    if (a instanceof Map || a instanceof Set || a instanceof Date || a instanceof RegExp || a instanceof Error) {
      return a instanceof Error ? a.message === b.message : isDeepStrictEqual(a, b);
    }
    const defined = (o) => Object.keys(o).filter((key) => o[key] !== undefined);
    const keys = defined(a);
    return keys.length === defined(b).length && keys.every((key) => Object.hasOwn(b, key) && plainEqual(a[key], b[key]));
  };
  const asymmetric = Symbol('asymmetric');
  const containsPart = (a, part) => {
    if (part !== null && typeof part === 'object' && asymmetric in part) return part[asymmetric](a);
    if (typeof part !== 'object' || part === null) return plainEqual(a, part);
    if (opaques.has(a)) return refuse('compares an object of the program');
    if (typeof a !== 'object' || a === null) return false;
    if (Array.isArray(part))
      return Array.isArray(a) && a.length === part.length && part.every((item, index) => containsPart(a[index], item));
    return Object.keys(part).every((key) => containsPart(a[key], part[key]));
  };
  const throwsLike = (error, wanted) => {
    if (wanted === undefined) return true;
    if (typeof wanted === 'string') return String(error?.message ?? error).includes(wanted);
    if (wanted instanceof RegExp) return wanted.test(String(error?.message ?? error));
    if (typeof wanted === 'function') return error instanceof wanted;
    return error?.message === wanted.message;
  };
  const at_ = (value, key) => {
    const steps = Array.isArray(key)
      ? key
      : String(key)
          .split(/[.[\]]+/)
          .filter((step) => step !== '');
    let now = value;
    for (const step of steps) {
      if (now === null || now === undefined || !(step in Object(now))) return { there: false };
      now = now[step];
    }
    return { there: true, value: now };
  };
  // Plain data as snapshots write it.
  const snapshot = (value, indent) => {
    const inner = `${indent}  `;
    const block = (open, lines, close) =>
      lines.length === 0 ? `${open}${close}` : `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
    if (typeof value === 'string') return `"${value}"`;
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[Function${value.name === '' ? '' : ` ${value.name}`}]`;
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
    if (value instanceof Error) return `[${value.name}: ${value.message}]`;
    if (value instanceof Date) return value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (Array.isArray(value))
      return block(
        '[',
        value.map((item) => snapshot(item, inner)),
        ']',
      );
    if (value instanceof Set)
      return block(
        'Set {',
        [...value].map((item) => snapshot(item, inner)),
        '}',
      );
    if (value instanceof Map)
      return block(
        'Map {',
        [...value].map(([key, item]) => `${snapshot(key, inner)} => ${snapshot(item, inner)}`),
        '}',
      );
    const name = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object';
    const lines = Object.keys(value)
      .sort()
      .map((key) => `"${key}": ${snapshot(value[key], inner)}`);
    return block(name === 'Object' ? '{' : `${name} {`, lines, '}');
  };
  const dedented = (text) => {
    const lines = text.split('\n');
    if (lines.length < 3 || lines[0].trim() !== '' || lines.at(-1).trim() !== '') return text.trim();
    const indent = /^\s*/.exec(lines[1])[0].length;
    return lines
      .slice(1, -1)
      .map((line) => line.slice(indent))
      .join('\n');
  };
  const matchers = {
    toBe: (a, b) => [Object.is(a, b), `got ${shown(a)}, expected ${shown(b)}`],
    toEqual: (a, b) => [plainEqual(a, b), `got ${shown(a)}, expected ${shown(b)}`],
    toStrictEqual: (a, b) => [
      typeof b === 'object' && b !== null
        ? plainEqual(a, b) &&
          Object.getPrototypeOf(Object(a)) === Object.getPrototypeOf(b) &&
          isDeepStrictEqual(Object.keys(Object(a)), Object.keys(b))
        : Object.is(a, b),
      `got ${shown(a)}, expected ${shown(b)}`,
    ],
    toBeTruthy: (a) => [Boolean(a), `got ${shown(a)}, expected something true`],
    toBeFalsy: (a) => [!a, `got ${shown(a)}, expected something false`],
    toBeNull: (a) => [a === null, `got ${shown(a)}, expected null`],
    toBeUndefined: (a) => [a === undefined, `got ${shown(a)}, expected undefined`],
    toBeDefined: (a) => [a !== undefined, 'got undefined'],
    toBeNaN: (a) => [Number.isNaN(a), `got ${shown(a)}, expected NaN`],
    toBeGreaterThan: (a, b) => [a > b, `got ${shown(a)}, expected more than ${shown(b)}`],
    toBeGreaterThanOrEqual: (a, b) => [a >= b, `got ${shown(a)}, expected at least ${shown(b)}`],
    toBeLessThan: (a, b) => [a < b, `got ${shown(a)}, expected less than ${shown(b)}`],
    toBeLessThanOrEqual: (a, b) => [a <= b, `got ${shown(a)}, expected at most ${shown(b)}`],
    toBeCloseTo: (a, b, digits = 2) => [a === b || Math.abs(a - b) < 10 ** -digits / 2, `got ${shown(a)}, expected about ${shown(b)}`],
    toContain: (a, b) => [
      typeof a === 'string' ? a.includes(b) : [...a].includes(b),
      `got ${shown(a)}, expected it to contain ${shown(b)}`,
    ],
    toContainEqual: (a, b) => [[...a].some((item) => plainEqual(item, b)), `got ${shown(a)}, expected it to contain ${shown(b)}`],
    toHaveLength: (a, b) => [a?.length === b, `got length ${shown(a?.length)}, expected ${shown(b)}`],
    toMatch: (a, b) => [typeof b === 'string' ? String(a).includes(b) : b.test(a), `got ${shown(a)}, expected a match of ${shown(b)}`],
    toMatchObject: (a, b) => [containsPart(a, b), `got ${shown(a)}, expected ${shown(b)}`],
    toHaveProperty: (a, key, ...rest) => {
      const found = at_(a, key);
      return [found.there && (rest.length === 0 || plainEqual(found.value, rest[0])), `got ${shown(a)}, expected it to have ${shown(key)}`];
    },
    toBeInstanceOf: (a, b) => [a instanceof b, `got ${shown(a)}, expected an instance of ${b?.name}`],
    toBeTypeOf: (a, b) => [typeof a === b, `got ${typeof a}, expected ${b}`],
    toBeOneOf: (a, b) => [[...b].some((item) => plainEqual(a, item)), `got ${shown(a)}, expected one of ${shown(b)}`],
    toSatisfy: (a, f) => [Boolean(f(a)), `got ${shown(a)}`],
    toHaveBeenCalled: (f) => [f.mock.calls.length > 0, 'it was not called'],
    toHaveBeenCalledTimes: (f, times) => [f.mock.calls.length === times, `called ${f.mock.calls.length} times, expected ${times}`],
    toHaveBeenCalledOnce: (f) => [f.mock.calls.length === 1, `called ${f.mock.calls.length} times, expected once`],
    toHaveBeenLastCalledWith: (f, ...given) => [plainEqual(f.mock.calls.at(-1), given), `not called last with ${shown(given)}`],
    toHaveBeenNthCalledWith: (f, n, ...given) => [plainEqual(f.mock.calls[n - 1], given), `call ${n} was not with ${shown(given)}`],
    toHaveReturnedWith: (f, value) => [
      f.mock.results.some((result) => result.type === 'return' && plainEqual(result.value, value)),
      `did not return ${shown(value)}`,
    ],
    toHaveReturned: (f) => [f.mock.results.some((result) => result.type === 'return'), 'it did not return'],
    toMatchInlineSnapshot: (a, text = '') => {
      const wanted = dedented(String(text));
      const got = snapshot(a, '');
      return [got === wanted, `got ${got}, expected ${wanted}`];
    },
    toHaveBeenCalledWith: (f, ...given) => [f.mock.calls.some((call) => plainEqual(call, given)), `not called with ${shown(given)}`],
  };
  const expectation = (actual, { negative = false, later = null } = {}) => {
    const check = (name, value, given) => {
      record.asserted += 1;
      if (replaying && (value === pending || given.some(isPending) || record.pending)) return;
      const [ok, text] = matchers[name](value, ...given);
      if (ok === negative) throw new Expectation(negative ? `${name}: ${text.replace(/, expected/, ', not expected')}` : text);
    };
    const raising = (given) => {
      record.asserted += 1;
      let caught;
      try {
        actual();
      } catch (error) {
        if (error instanceof Refused) throw error;
        caught = { error };
      }
      if (record.pending && replaying) return;
      const ok = caught !== undefined && throwsLike(caught.error, given[0]);
      if (ok === negative)
        throw new Expectation(
          caught === undefined
            ? 'nothing was thrown'
            : `threw ${shown(caught.error?.message ?? caught.error)}${negative ? '' : `, expected ${shown(given[0])}`}`,
        );
    };
    const settled = async () => {
      const promise = typeof actual === 'function' && actual !== pending ? actual() : actual;
      try {
        return { value: await promise };
      } catch (error) {
        if (error instanceof Refused) throw error;
        return { error };
      }
    };
    const whenSettled = async (name, given) => {
      const { value, error, ...rest } = await settled();
      void rest;
      if (record.pending && replaying) return;
      if ((later === 'rejects') !== (error !== undefined))
        throw new Expectation(later === 'rejects' ? 'it was not rejected' : `rejected: ${shown(error)}`);
      if (name === 'toThrow' || name === 'toThrowError') {
        record.asserted += 1;
        if (throwsLike(error, given[0]) === negative)
          throw new Expectation(`rejected with ${shown(error?.message ?? error)}, expected ${shown(given[0])}`);
      } else check(name, later === 'rejects' ? error : value, given);
    };
    return new Proxy(
      {},
      {
        get(_target, name) {
          if (name === 'not') return expectation(actual, { negative: !negative, later });
          if (name === 'resolves' || name === 'rejects') return expectation(actual, { negative, later: name });
          if (name === 'then') return undefined;
          const raises = name === 'toThrow' || name === 'toThrowError';
          if (!raises && !(name in matchers)) throw new Error(`expect(…).${String(name)} is not known to this runner`);
          return (...given) => (later !== null ? whenSettled(name, given) : raises ? raising(given) : check(name, actual, given));
        },
      },
    );
  };
  const expect = Object.assign((actual) => expectation(actual), {
    anything: () => ({ [asymmetric]: (value) => value !== null && value !== undefined }),
    any: (cls) => ({ [asymmetric]: (value) => value instanceof cls || typeof value === cls.name.toLowerCase() }),
    objectContaining: (part) => ({ [asymmetric]: (value) => containsPart(value, part) }),
    arrayContaining: (items) => ({
      [asymmetric]: (value) => Array.isArray(value) && items.every((item) => value.some((one) => plainEqual(one, item))),
    }),
    stringContaining: (text) => ({ [asymmetric]: (value) => typeof value === 'string' && value.includes(text) }),
    stringMatching: (pattern) => ({ [asymmetric]: (value) => typeof value === 'string' && new RegExp(pattern).test(value) }),
    closeTo: (number, digits = 2) => ({ [asymmetric]: (value) => Math.abs(value - number) < 10 ** -digits / 2 }),
    soft: (actual) => expectation(actual),
    assertions(count) {
      expected = count;
    },
    hasAssertions() {
      expected ??= true;
    },
    fail(text) {
      throw new Expectation(text ?? 'fail');
    },
  });
  const spies = new Set();
  const mockFunction = (body = () => undefined, undo = () => undefined) => {
    const first = body;
    let next = [];
    const mock = { calls: [], results: [], instances: [], contexts: [] };
    Object.defineProperty(mock, 'lastCall', { get: () => mock.calls.at(-1) });
    // A common function, because a method needs to know whose it is.
    const f = function (...given) {
      mock.calls.push(given);
      mock.contexts.push(this);
      try {
        const value = (next.shift() ?? body).apply(this, given);
        mock.results.push({ type: 'return', value });
        return value;
      } catch (error) {
        mock.results.push({ type: 'throw', value: error });
        throw error;
      }
    };
    const chained =
      (change) =>
      (...given) => {
        change(...given);
        return f;
      };
    const always = (make) =>
      chained((value) => {
        body = make(value);
      });
    const once = (make) =>
      chained((value) => {
        next.push(make(value));
      });
    const constant = (value) => () => value;
    const resolved = (value) => async () => value;
    const rejected = (error) => async () => {
      throw error;
    };
    const itself = (given) => given;
    const clear = () => {
      for (const list of [mock.calls, mock.results, mock.contexts]) list.splice(0);
    };
    const reset = () => {
      clear();
      next = [];
      body = first;
    };
    Object.assign(f, {
      ...{ mock, mockReturnValue: always(constant), mockReturnValueOnce: once(constant) },
      ...{ mockImplementation: always(itself), mockImplementationOnce: once(itself) },
      ...{ mockResolvedValue: always(resolved), mockResolvedValueOnce: once(resolved) },
      ...{ mockRejectedValue: always(rejected), mockRejectedValueOnce: once(rejected) },
      ...{ mockClear: chained(clear), mockReset: chained(reset), mockName: chained(() => undefined), getMockName: () => 'vi.fn()' },
      mockRestore: chained(() => {
        reset();
        undo();
      }),
    });
    spies.add(f);
    return f;
  };
  const spyOn = (owner, key) => {
    const real = owner[key];
    if (typeof real !== 'function') throw new Error(`vi.spyOn(…, ${stringify(key)}): there is no such function`);
    const own = Object.getOwnPropertyDescriptor(owner, key);
    const spy = mockFunction(
      function (...given) {
        return real.apply(this, given);
      },
      () => (own === undefined ? delete owner[key] : Object.defineProperty(owner, key, own)),
    );
    owner[key] = spy;
    return spy;
  };
  const forSpies = (method) => () => {
    for (const spy of spies) spy[method]();
    return vitestTools;
  };
  const vitestTools = new Proxy(
    {
      ...{ fn: (body) => mockFunction(body), spyOn, isMockFunction: (f) => spies.has(f), mocked: (f) => f },
      ...{ restoreAllMocks: forSpies('mockRestore'), clearAllMocks: forSpies('mockClear'), resetAllMocks: forSpies('mockReset') },
      stubEnv(name, value) {
        stubbed.push([name, process.env[name]]);
        process.env[name] = value;
      },
      unstubAllEnvs() {
        for (const [name, value] of stubbed.splice(0).reverse()) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      },
    },
    {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return target[key];
        throw new Error(`vi.${key} is not known to this runner`);
      },
    },
  );
  const stubbed = [];
  const vitest = (collector) => {
    const { test, describe, before, after, beforeEach, afterEach } = collector;
    return {
      test,
      it: test,
      describe,
      suite: describe,
      expect,
      beforeEach,
      afterEach,
      beforeAll: before,
      afterAll: after,
      vi: vitestTools,
      jest: vitestTools,
      assert: lenientAssert(realAssert),
    };
  };

  // ---- modules of the tests ----------------------------------------------------------------------------------------------
  const files = job.texts;
  const runVersion = async (label, file) => {
    tests = [];
    printed = [];
    printedSize = 0;
    record = newRecord('');
    const loading = record;
    if (!job.reloaded) delete require.cache[path.join(here, job.programFile)];
    loadedFiles = [];
    drawn = 0;
    const collector = newCollector(job.framework === 'vitest');
    const cache = new Map();
    const nodeTestModule = nodeTest(collector);
    const vitestModule = vitest(collector);
    const text = files[file];
    let program;

    const isProgram = (specifier) => job.programImports.includes(specifier);
    const builtin = (specifier) => {
      const name = specifier.replace(/^node:/, '');
      if (name === 'test') return nodeTestModule;
      if (name === 'assert') return lenientAssert(realAssert);
      if (name === 'assert/strict') return lenientAssert(realAssert.strict);
      return require(specifier);
    };
    const sibling = (specifier, from) => {
      const wanted = path.posix.join(path.posix.dirname(from), specifier);
      const stem = wanted.replace(/\.[mc]?js$/, '');
      const { left, typed } = job.importEnds;
      return [...left.map((end) => `${wanted}${end}`), ...typed.map((end) => `${stem}${end}`)].find((name) => name in files);
    };
    const missing = (specifier) => Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    const realProgram = async () => {
      // Each version of the tests meets the program as it is when it was just loaded, unless other files load it as well.
      const file = path.join(here, job.programFile);
      if (program === undefined && !job.reloaded) delete require.cache[file];
      program ??= import(`${pathToFileURL(file).href}${job.reloaded ? '' : `?${label}`}`);
      return program;
    };
    let loadedProgram = null;
    const load = async (specifier, from) => {
      if (isProgram(specifier)) {
        if (replaying) return programStandIn;
        loadedProgram = await realProgram();
        return loadedProgram;
      }
      if (specifier === 'vitest' || specifier === '@jest/globals') return vitestModule;
      if (isBuiltin(specifier)) return builtin(specifier);
      const found = specifier.startsWith('.') ? sibling(specifier, from) : undefined;
      if (found === undefined) throw missing(specifier);
      const real = job.loaded[found];
      return real === undefined ? loadFile(found) : import(pathToFileURL(path.join(here, real)).href);
    };
    const loadSync = (specifier, from) => {
      if (isProgram(specifier)) {
        if (replaying) return programStandIn;
        return createRequire(path.join(here, file))(path.join(here, job.programFile));
      }
      if (specifier === 'vitest' || specifier === '@jest/globals') return vitestModule;
      if (isBuiltin(specifier)) return builtin(specifier);
      const found = specifier.startsWith('.') ? sibling(specifier, from) : undefined;
      if (found === undefined) throw missing(specifier);
      if (job.loaded[found] !== undefined) return createRequire(path.join(here, file))(path.join(here, job.loaded[found]));
      if (found.endsWith('.json')) return JSON.parse(files[found].body);
      const known = cache.get(found);
      if (known !== undefined) return known.module.exports;
      const made = run(found);
      return made.module.exports;
    };
    const loadFile = async (name) => {
      if (name.endsWith('.json')) return { default: JSON.parse(files[name].body) };
      const made = cache.get(name) ?? run(name);
      await made.done;
      if (files[name].module) return made.exports;
      return Object.assign(Object.create(null), made.module.exports, { default: made.module.exports });
    };
    const run = (name) => {
      const { head, body, module: isModule } = files[name];
      const full = path.join(here, name);
      const exports = {};
      const module = { exports: {}, filename: full, id: full };
      const names = ['__annealExports', '__annealImport', '__annealMeta', 'exports', 'require', 'module', '__filename', '__dirname'];
      const opened = `(${isModule ? 'async ' : ''}function (${names.join(', ')}) {${isModule ? '"use strict";' : ''}${head}`;
      const script = new vm.Script(`${opened}${body}\n})`, { filename: full, columnOffset: -opened.length });
      const made = { exports, module, done: undefined };
      cache.set(name, made);
      loadedFiles.push(made);
      const required = (specifier) => loadSync(specifier, name);
      const meta = { url: pathToFileURL(full).href, filename: full, dirname: path.dirname(full), main: false };
      made.done = script.runInThisContext()(
        exports,
        async (specifier) => interop(await load(specifier, name)),
        meta,
        module.exports,
        required,
        module,
        full,
        path.dirname(full),
      );
      return made;
    };
    // `import x from` a CommonJS module gives its exports.
    const interop = (module) => {
      if (module === programStandIn || module === null || (typeof module !== 'object' && typeof module !== 'function')) return module;
      if (Object.hasOwn(module, 'default') || module[Symbol.toStringTag] === 'Module') return module;
      return new Proxy(module, { get: (target, key) => (key === 'default' && !(key in target) ? target : target[key]) });
    };

    const lineOf = (error) => {
      const place = new RegExp(`${file.replace(/[^\w]/g, '\\$&')}:(\\d+)`).exec(typeof error?.stack === 'string' ? error.stack : '');
      return place === null ? null : Number(place[1]);
    };
    const messageOf = (error) => {
      if (error instanceof Refused) return error.message;
      try {
        const name = error?.name ?? '';
        const message = String(error?.message ?? error);
        if (
          error instanceof realAssert.AssertionError &&
          error.generatedMessage !== false &&
          'actual' in error &&
          error.operator !== undefined &&
          !/throw|reject|match|fail/i.test(error.operator)
        ) {
          return `got ${shown(error.actual)}, expected ${shown(error.expected)}`.slice(0, 1500);
        }
        return (
          name === 'Error' || error instanceof Expectation || error instanceof Gone || name === 'AssertionError'
            ? message
            : `${name}: ${message}`
        ).slice(0, 1500);
      } catch {
        return 'failed';
      }
    };
    const callsOf = ({ calls, pending: open, unsupported }) => ({ calls, pending: open, unsupported });

    const globals = job.framework === 'vitest' ? vitestModule : {};
    for (const [key, value] of Object.entries(globals))
      Object.defineProperty(globalThis, key, { value, configurable: true, writable: true });
    let code = null;
    const left = new Error('it ended the process with process.exit');
    process.exit = (given) => {
      code ??= given ?? process.exitCode ?? 0;
      throw left;
    };
    process.exitCode = undefined;
    firstWorld = world();
    let failed;
    try {
      await loadFile(file);
      await Promise.all(collector.loading);
    } catch (error) {
      if (error !== left && !(error instanceof Refused)) failed = error;
    }
    code ??= process.exitCode ?? null;
    process.exitCode = undefined;
    if (failed !== undefined && (tests.length === 0 || job.framework !== 'plain') && job.framework !== 'plain') {
      const kind =
        failed instanceof SyntaxError
          ? 'syntax'
          : failed?.code === 'ERR_MODULE_NOT_FOUND' || failed?.code === 'MODULE_NOT_FOUND'
            ? 'import'
            : 'load';
      report({
        module: label,
        problem: { kind, message: messageOf(failed), line: lineOf(failed), name: null },
        assumed: [],
        ...callsOf(loading),
      });
      return null;
    }
    if (tests.length === 0 && job.framework === 'plain') {
      const seen = new Set();
      let bad = false;
      for (const [, verdict, number, rest] of printed.join('').matchAll(/^(ok|not ok) (\d+)(.*)$/gm)) {
        if (seen.has(number)) continue;
        seen.add(number);
        bad ||= verdict !== 'ok';
        add(number, async () => {
          if (verdict !== 'ok') throw new Expectation(rest.replace(/^\s*-?\s*/, ''));
        });
      }
      // A script that asks the program nothing tests nothing.
      const asks = !replaying || loading.calls.length > 0 || loading.pending || loading.unsupported !== null;
      if (failed !== undefined || (seen.size === 0 && asks) || (!bad && code !== null && code !== 0)) {
        add('script', async () => {
          if (failed !== undefined) throw failed;
          if (code !== null && code !== 0) throw new Expectation(`ended with exit code ${code}`);
        });
      }
    }
    void text;
    report({ module: label, collected: tests.map(({ id }) => id), assumed: [], ...callsOf(loading) });
    return tests.map(({ id, run: body }) => async () => {
      record = newRecord(id);
      // A version of the test that failed has not put the clock back.
      if (!replaying && job.framework === 'node:test') require('node:test').mock.timers.reset();
      drawn = 0;
      const own = record;
      let outcome = 'passed';
      let error;
      try {
        let timer;
        await Promise.race([
          body(),
          new Promise((_resolve, reject) => {
            timer = setTimeout(() => reject(new Error(`did not end within ${job.testSeconds} s`)), job.testSeconds * 1000);
          }),
        ]).finally(() => clearTimeout(timer));
      } catch (thrown) {
        error = thrown;
        outcome = thrown instanceof Skipped ? 'skipped' : 'failed';
      }
      report({
        module: label,
        id,
        outcome,
        message: outcome === 'passed' ? null : messageOf(error),
        line: outcome === 'failed' ? lineOf(error) : null,
        ...callsOf(own),
      });
    });
  };

  const main = async () => {
    const awake = setInterval(() => undefined, 1000);
    process.on('unhandledRejection', () => undefined);
    process.on('uncaughtException', () => undefined);
    if (replaying) watchWorld();
    const runs = [];
    for (const { label, file } of job.modules) {
      const made = await runVersion(label, file);
      if (made !== null) runs.push(made);
    }
    const longest = Math.max(0, ...runs.map((made) => made.length));
    for (let index = 0; index < longest; index += 1) for (const made of runs) if (index < made.length) await made[index]();
    clearInterval(awake);
    report({ end: true });
    exit(0);
  };
  main().catch(() => exit(1));
})();

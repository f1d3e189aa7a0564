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
  const { AsyncLocalStorage } = require('node:async_hooks');
  const { writeSync } = fs;
  const { stringify } = JSON;
  const exit = process.reallyExit.bind(process);
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, Date: RealDate, performance } = globalThis;

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
    // What the test uses and this runner lacks, even where the test catches the error that says so.
    lacking: null,
    finished: [],
    spies: [],
    snapshots: new Map(),
  });
  let record = newRecord('');
  const lack = (feature, instead = '') => {
    record.lacking ??= new Lacking(`${feature} is not known to this runner${instead}; the framework itself has it: ${ownCommand}`);
    throw record.lacking;
  };
  class Lacking extends Error {}
  // What is asked of every value, by a promise for one.
  const isAskedOfAll = (key) => typeof key === 'symbol' || key === 'then' || key === 'toJSON';
  const ownCommand = `${job.framework === 'node:test' ? 'node --test' : 'npx vitest run'} ${job.file}`;
  // What failed and nobody waited for.
  let stray = null;
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
    const timeout = given.slice(1).find((one) => typeof one === 'number');
    const options = Object.assign(
      {},
      timeout === undefined ? {} : { timeout },
      ...given.filter((one) => typeof one === 'object' && one !== null),
    );
    const title = typeof given[0] === 'string' ? given[0] : ((typeof given[0] === 'function' ? given[0] : body)?.name ?? '');
    return { title: title === '' ? '<anonymous>' : title, options, body };
  };

  // `expect.assertions(n)`: n, or true for at least one.
  let expected = null;
  // `isVitest`: a test marked with `only` leaves the others out, and hooks are undone in the reverse order.
  const newCollector = (isVitest) => {
    const collector = { only: false };
    const newBlock = (parent, names) => ({
      ...{ parent, names, before: [], after: [], once: [], last: [] },
      ...{ left: 0, begun: false, failed: null },
    });
    const root = newBlock(undefined, []);
    // A block that waits is still the one around what it goes on to define.
    const scope = new AsyncLocalStorage();
    const current = () => scope.getStore() ?? root;
    const inOrder = (hooks) => (isVitest ? [...hooks].reverse() : hooks);
    const around = (mine) => {
      const blocks = [];
      for (let at = mine; at !== undefined; at = at.parent) blocks.unshift(at);
      return blocks;
    };
    const hooks = (mine, kind) =>
      kind === 'before'
        ? around(mine).flatMap(({ before }) => before)
        : around(mine)
            .reverse()
            .flatMap(({ after }) => inOrder(after));
    const runOnce = async (mine) => {
      for (const one of around(mine)) {
        if (!one.begun) {
          one.begun = true;
          try {
            for (const hook of one.once) {
              const undo = await hook({});
              if (isVitest && typeof undo === 'function' && undo !== pending) one.last.push(undo);
            }
          } catch (error) {
            one.failed = { error };
          }
        }
        // What was not made ready is not there for any of the tests below.
        if (one.failed !== null) throw one.failed.error;
      }
    };
    // What follows the last test of a block counts with it.
    const runLast = async (mine) => {
      let failed = null;
      for (const one of around(mine).reverse()) {
        one.left -= 1;
        if (one.left > 0 || !one.begun) continue;
        for (const hook of inOrder(one.last)) {
          try {
            await hook({});
          } catch (error) {
            failed ??= { error };
          }
        }
      }
      return failed;
    };
    const call = (body, context) => {
      if (body.length < 2 || isVitest) return body(context);
      return new Promise((resolve, reject) => body(context, (error) => (error ? reject(error) : resolve())));
    };
    const within = async (ms, body) => {
      if (!(typeof ms === 'number' && ms < job.testSeconds * 1000)) return body();
      let timer;
      const late = new Promise((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`did not end within ${ms} ms`)), ms);
      });
      return Promise.race([body(), late]).finally(() => clearTimeout(timer));
    };
    // What a body is given in vitest.
    const vitestContext = (title) => ({
      ...{ expect, task: { name: title }, signal: new AbortController().signal, annotate() {} },
      ...{ onTestFinished: (hook) => void record.finished.push(hook), onTestFailed() {} },
      skip(condition, reason) {
        if (condition !== false) throw new Skipped(String((typeof condition === 'string' ? condition : reason) ?? ''));
      },
    });
    // A body of node:test: what it is given, and the subtests that it makes.
    const runBody = async (title, body, inherited = { before: [], after: [] }) => {
      const { before, after } = { before: [...inherited.before], after: [...inherited.after] };
      const [later, waitedFor] = [[], []];
      let [open, failed, planned, counted, skipped, queue] = [0, null, null, 0, null, Promise.resolve()];
      const note = (error) => {
        failed ??= { error };
      };
      const counting = new Proxy(lenientAssert(realAssert), {
        get(target, key) {
          const value = target[key];
          if (typeof value !== 'function') return value === undefined && typeof key === 'string' ? lack(`t.assert.${key}`) : value;
          return (...given) => {
            counted += 1;
            return value(...given);
          };
        },
      });
      const tracker = new (require('node:test').mock.constructor)();
      const context = {
        ...{ name: title, fullName: title, signal: new AbortController().signal, assert: counting, mock: tracker },
        ...{ diagnostic() {}, runOnly() {} },
        plan: (count) => {
          planned = count;
        },
        skip: (reason) => {
          skipped ??= new Skipped(reason ?? '');
        },
        todo: (reason) => {
          skipped ??= new Skipped(reason ?? '');
        },
        before: (hook) => void waitedFor.push(Promise.resolve(hook(context)).catch(note)),
        after: (hook) => void later.push(hook),
        beforeEach: (hook) => void before.push(hook),
        afterEach: (hook) => void after.push(hook),
        test(...given) {
          const { title: inner, body: part, options } = settings(given);
          counted += 1;
          if (part === undefined || options.skip || options.todo) return Promise.resolve();
          open += 1;
          const run = queue.then(async () => {
            try {
              for (const hook of before) await hook(context);
              await within(options.timeout, () => runBody(inner, part, { before, after }));
            } catch (error) {
              if (!(error instanceof Skipped)) note(error);
            }
            for (const hook of after) {
              try {
                await hook(context);
              } catch (error) {
                note(error);
              }
            }
            open -= 1;
          });
          queue = run;
          return run;
        },
      };
      context.it = context.test;
      try {
        await call(body, context);
        await Promise.all(waitedFor);
        if (open > 0) throw new Error('a subtest was still running: wait for it with await');
        if (planned !== null && planned !== counted && !record.pending)
          throw new Error(`planned ${planned} assertions and subtests, made ${counted}`);
      } catch (error) {
        note(error);
      }
      for (const hook of later) {
        try {
          await hook(context);
        } catch (error) {
          note(error);
        }
      }
      tracker.reset();
      if (failed !== null) throw failed.error;
      if (skipped !== null) throw skipped;
    };
    const only = () => collector.only;
    const addTest = (title, body, options = {}) => {
      const mine = current();
      const chosen = options.only === true || mine.only === true;
      if (options.only === true && isVitest) collector.only = true;
      for (const one of around(mine)) one.left += 1;
      const names = [...mine.names, title].join(' > ');
      const attempt = async () => {
        let failed = null;
        const note = (error) => {
          failed ??= { error };
        };
        expected = null;
        record.asserted = 0;
        record.title = names;
        const undone = [];
        try {
          const context = isVitest ? vitestContext(title) : {};
          for (const hook of hooks(mine, 'before')) {
            const undo = await hook(context);
            if (isVitest && typeof undo === 'function' && undo !== pending) undone.unshift(undo);
          }
          const inherited = { before: hooks(mine, 'before'), after: hooks(mine, 'after') };
          await within(options.timeout, () => (isVitest ? call(body, context) : runBody(title, body, inherited)));
          if (expected !== null && !record.pending && !(expected === true ? record.asserted > 0 : record.asserted === expected))
            throw new Expectation(`${record.asserted} assertions, expected ${expected === true ? 'at least one' : expected}`);
        } catch (error) {
          note(error);
        }
        for (const hook of [...undone, ...hooks(mine, 'after'), ...record.finished.splice(0).reverse()]) {
          try {
            await hook({});
          } catch (error) {
            if (failed === null || failed.error instanceof Skipped) failed = { error };
          }
        }
        // Once more around, for what nobody waited for.
        await new Promise((resolve) => setImmediate(resolve));
        const strayed = stray;
        stray = null;
        if (strayed !== null && !record.pending) note(strayed.error);
        return failed;
      };
      add(names, async () => {
        let failed = null;
        try {
          if (body === undefined || options.skip || options.todo || mine.skip)
            throw new Skipped(typeof options.skip === 'string' ? options.skip : 'by the test file');
          if (only() && !chosen) throw new Skipped('another test is marked with only');
          await runOnce(mine);
          failed = await attempt();
          if (options.fails === true && !(failed?.error instanceof Skipped)) {
            const opposite = failed === null ? { error: new Error('expected to fail') } : null;
            failed = failed?.error instanceof Refused ? failed : opposite;
          }
        } catch (error) {
          failed = { error };
        }
        const late = await runLast(mine);
        if (late !== null && (failed === null || failed.error instanceof Skipped)) failed = late;
        if (failed !== null) throw failed.error;
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
      const outer = current();
      const mine = newBlock(outer, [...outer.names, title]);
      mine.skip = outer.skip || options.skip || options.todo;
      mine.only = outer.only || options.only;
      if (options.only && isVitest) collector.only = true;
      const result = scope.run(mine, () => body?.({ name: title }));
      if (typeof result?.then === 'function') loading.push(result);
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
          f(format(title, Array.isArray(row) ? row : [row], index), options, (context) => body(...values, ...(spread ? [] : [context])));
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
      beforeEach: (hook) => void current().before.push(hook),
      afterEach: (hook) => void current().after.push(hook),
      before: (hook) => void current().once.push(hook),
      after: (hook) => void current().last.push(hook),
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
  const asymmetric = Symbol('asymmetric');
  const isAsymmetric = (value) => value !== null && typeof value === 'object' && asymmetric in value;
  const kindOf = (value) => Object.prototype.toString.call(value);
  // `strictly`: fields that are undefined, holes and classes count as well.
  const equal = (a, b, strictly) => {
    // Whose class it is does not matter here, so it may be equal.
    if (opaques.has(a) && typeof b === 'object' && b !== null) return refuse('compares an object of the program');
    if (isAsymmetric(b)) return b[asymmetric](a);
    if (Object.is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (kindOf(a) !== kindOf(b)) return false;
    if (strictly && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (a instanceof Error) return a.name === b.name && a.message === b.message && equal(a.cause, b.cause, strictly);
    if (a instanceof Map || a instanceof Set) {
      if (a.size !== b.size) return false;
      const rest = [...b];
      return [...a].every((item) => {
        const at = rest.findIndex((other) => equal(item, other, strictly));
        if (at >= 0) rest.splice(at, 1);
        return at >= 0;
      });
    }
    if (Array.isArray(a)) {
      if (a.length !== b.length || (strictly && Object.keys(a).length !== Object.keys(b).length)) return false;
    } else if (/^\[object (?:Date|RegExp|Number|String|Boolean|Symbol|BigInt|ArrayBuffer|DataView|\w+Array)\]$/.test(kindOf(a))) {
      return isDeepStrictEqual(a, b);
    }
    const named = (o) =>
      [...Object.keys(o), ...Object.getOwnPropertySymbols(o).filter((key) => Object.prototype.propertyIsEnumerable.call(o, key))].filter(
        (key) => strictly || o[key] !== undefined,
      );
    const keys = named(a);
    return keys.length === named(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key], strictly));
  };
  const plainEqual = (a, b) => equal(a, b, false);
  const isPart = (value) => value !== null && typeof value === 'object' && (Array.isArray(value) || kindOf(value) === '[object Object]');
  const containsPart = (a, part) => {
    if (isAsymmetric(part) || !isPart(part)) return plainEqual(a, part);
    if (opaques.has(a)) return refuse('compares an object of the program');
    if (typeof a !== 'object' || a === null) return false;
    if (Array.isArray(part))
      return Array.isArray(a) && a.length === part.length && part.every((item, index) => containsPart(a[index], item));
    return Object.keys(part).every((key) => key in a && containsPart(a[key], part[key]));
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
  // Lines `exports[`NAME`] = `TEXT`;`
  let stored = null;
  const storedSnapshots = () => {
    if (stored !== null) return stored;
    const plain = (text) => text.replace(/\\(`|\\|\$\{)/g, '$1');
    const entries = (job.snapshots.text ?? '').matchAll(/^exports\[`((?:[^`\\]|\\[\s\S])*)`\] = `((?:[^`\\]|\\[\s\S])*)`;$/gm);
    stored = new Map([...entries].map(([, name, text]) => [plain(name), plain(text).replace(/^\n([\s\S]*)\n$/, '$1')]));
    return stored;
  };
  const matchers = {
    toBe: (a, b) => [Object.is(a, b), `got ${shown(a)}, expected ${shown(b)}`],
    toEqual: (a, b) => [plainEqual(a, b), `got ${shown(a)}, expected ${shown(b)}`],
    toStrictEqual: (a, b) => [equal(a, b, true), `got ${shown(a)}, expected ${shown(b)}`],
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
    toMatchInlineSnapshot: (a, ...given) => {
      const text = given.find((one) => typeof one === 'string');
      if (text !== given.at(-1) || given.length > 1) return lack('an inline snapshot of properties');
      if (text === undefined) throw new Expectation(`there is no inline snapshot yet: write it first, with ${ownCommand} -u`);
      const wanted = dedented(text);
      const got = snapshot(a, '');
      return [got === wanted, `got ${got}, expected ${wanted}`];
    },
    toMatchSnapshot: (a, ...given) => {
      const [hint] = given;
      if (given.length > 1 || (hint !== undefined && typeof hint !== 'string')) return lack('a snapshot of properties');
      const name = hint === undefined ? record.title : `${record.title} > ${hint}`;
      const count = (record.snapshots.get(name) ?? 0) + 1;
      record.snapshots.set(name, count);
      const wanted = storedSnapshots().get(`${name} ${count}`);
      if (wanted === undefined)
        throw new Expectation(`${job.snapshots.file} has no snapshot of "${name} ${count}": write it first, with ${ownCommand} -u`);
      const got = snapshot(a, '');
      return [got === wanted, `got ${got}, expected ${wanted}`];
    },
    toHaveBeenCalledExactlyOnceWith: (f, ...given) => [
      f.mock.calls.length === 1 && plainEqual(f.mock.calls[0], given),
      `not called once with ${shown(given)}`,
    ],
    toHaveBeenCalledWith: (f, ...given) => [f.mock.calls.some((call) => plainEqual(call, given)), `not called with ${shown(given)}`],
  };
  const extended = new Map();
  // What a matcher of the tests' own is given as `this`.
  const toolsFor = (isNot, promise) => ({
    ...{ isNot, promise: promise ?? '', equals: (a, b) => plainEqual(a, b) },
    utils: { printReceived: shown, printExpected: shown, stringify: shown, matcherHint: (name) => `expect(…).${name}(…)` },
  });
  const expectation = (actual, { negative = false, later = null } = {}) => {
    const check = (name, value, given) => {
      record.asserted += 1;
      if (replaying && (value === pending || given.some(isPending) || record.pending)) return;
      const judge = ([ok, text]) => {
        if (ok === negative) throw new Expectation(negative ? `${name}: ${text.replace(/, expected/, ', not expected')}` : text);
      };
      if (Object.hasOwn(matchers, name)) return judge(matchers[name](value, ...given));
      const result = extended.get(name).call(toolsFor(negative, later), value, ...given);
      const own = ({ pass, message }) => judge([Boolean(pass), String(message?.() ?? name)]);
      return typeof result?.then === 'function' ? result.then(own) : own(result);
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
      const promise = later === 'rejects' && typeof actual === 'function' && actual !== pending ? actual() : actual;
      if (typeof promise?.then !== 'function' && promise !== pending) {
        // What is no promise here may be one where the program is.
        if (replaying && record.calls.length > 0) return refuse('waits for a result as a promise');
        throw new Expectation(`${later}: got ${shown(promise)}, expected a promise`);
      }
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
          const snapshotOfError = name === 'toThrowErrorMatchingInlineSnapshot' || name === 'toThrowErrorMatchingSnapshot';
          if (snapshotOfError && later === null) {
            return (...given) => {
              let caught;
              try {
                actual();
              } catch (error) {
                if (error instanceof Refused) throw error;
                caught = { error };
              }
              if (record.pending && replaying) return undefined;
              if (caught === undefined) throw new Expectation('nothing was thrown');
              return expectation(caught.error, { negative })[name.replace('ThrowErrorMatching', 'Match')](...given);
            };
          }
          if (!raises && !Object.hasOwn(matchers, name) && !extended.has(name)) return lack(`expect(…).${String(name)}`);
          return (...given) => (later !== null ? whenSettled(name, given) : raises ? raising(given) : check(name, actual, given));
        },
      },
    );
  };
  const like = {
    anything: () => (value) => value !== null && value !== undefined,
    any: (cls) => (value) => value instanceof cls || typeof value === cls.name.toLowerCase(),
    objectContaining: (part) => (value) =>
      typeof value === 'object' && value !== null && Object.keys(part).every((key) => key in value && plainEqual(value[key], part[key])),
    arrayContaining: (items) => (value) => Array.isArray(value) && items.every((item) => value.some((one) => plainEqual(one, item))),
    stringContaining: (text) => (value) => typeof value === 'string' && value.includes(text),
    stringMatching: (pattern) => (value) => typeof value === 'string' && new RegExp(pattern).test(value),
    closeTo:
      (number, digits = 2) =>
      (value) =>
        Math.abs(value - number) < 10 ** -digits / 2,
  };
  const asMatcher =
    (make, negative) =>
    (...given) => {
      const holds = make(...given);
      return { [asymmetric]: (value) => Boolean(holds(value)) !== negative };
    };
  const likes = (negative) => Object.fromEntries(Object.entries(like).map(([name, make]) => [name, asMatcher(make, negative)]));
  const expectTools = Object.assign((actual) => expectation(actual), {
    ...likes(false),
    not: likes(true),
    soft: (actual) => expectation(actual),
    extend(own) {
      for (const [name, f] of Object.entries(own)) {
        extended.set(name, f);
        const make =
          (...given) =>
          (value) =>
            f.call(toolsFor(false, null), value, ...given).pass;
        expectTools[name] = asMatcher(make, false);
        expectTools.not[name] = asMatcher(make, true);
      }
    },
    assertions(count) {
      expected = count;
    },
    hasAssertions() {
      expected ??= true;
    },
    fail(text) {
      throw new Expectation(text ?? 'fail');
    },
    unreachable(text) {
      throw new Expectation(text ?? 'this should not be reached');
    },
  });
  const expect = new Proxy(expectTools, {
    get: (target, key) => (key in target || isAskedOfAll(key) ? target[key] : lack(`expect.${key}`)),
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
    record.spies.push(f);
    return f;
  };
  const spyOn = (owner, key, access) => {
    if (access !== undefined) return lack('vi.spyOn of a getter or a setter');
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
  // ---- the clock that tests set ------------------------------------------------------------------------------------------
  const realTimers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, Date: RealDate, performance };
  const newClock = () => {
    let [now, lastId, faked] = [0, 0, []];
    const waiting = new Map();
    const start =
      (kind, every) =>
      (f, delay, ...given) => {
        lastId += 1;
        const id = lastId;
        const wait = kind === 'immediate' ? 0 : Math.max(every === null ? 0 : 1, Number(delay) || 0);
        const timer = {
          f,
          given: kind === 'immediate' ? [delay, ...given] : given,
          at: now + wait,
          every: every === null ? null : wait,
          id,
        };
        waiting.set(id, timer);
        const handle = { ref: () => handle, unref: () => handle, hasRef: () => true, [Symbol.toPrimitive]: () => id };
        handle.refresh = () => {
          timer.at = now + wait;
          return handle;
        };
        return handle;
      };
    const stop = (handle) => void (handle == null ? undefined : waiting.delete(Number(handle)));
    const next = (until) => {
      let first = null;
      for (const timer of waiting.values()) {
        if (timer.at <= until && (first === null || timer.at < first.at || (timer.at === first.at && timer.id < first.id))) first = timer;
      }
      return first;
    };
    const fire = (timer) => {
      now = Math.max(now, timer.at);
      if (timer.every === null) waiting.delete(timer.id);
      else timer.at = now + timer.every;
      timer.f(...timer.given);
    };
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const advance = (ms) => {
      const until = now + ms;
      for (let timer = next(until); timer !== null; timer = next(until)) fire(timer);
      now = until;
    };
    const advanceSlowly = async (ms) => {
      const until = now + ms;
      await turn();
      for (let timer = next(until); timer !== null; timer = next(until)) {
        fire(timer);
        await turn();
      }
      now = until;
      await turn();
    };
    const mostTimers = 10_000;
    const tooMany = () => new Error(`more than ${mostTimers} timers were run: one starts another one for ever`);
    const lastAt = () => Math.max(now, ...[...waiting.values()].map(({ at }) => at)) - now;
    const date = new Proxy(RealDate, {
      apply: () => new RealDate(now).toString(),
      construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now] : given, made === date ? target : made),
      get: (target, key) => (key === 'now' ? () => now : target[key]),
    });
    const fakes = {
      ...{ setTimeout: start('timeout', null), setInterval: start('interval', 1), setImmediate: start('immediate', null) },
      ...{ clearTimeout: stop, clearInterval: stop, clearImmediate: stop, Date: date },
      performance: new Proxy(performance, {
        get: (target, key) =>
          key === 'now' ? () => now - begun : typeof target[key] === 'function' ? target[key].bind(target) : target[key],
      }),
    };
    let begun = 0;
    const install = (on) => {
      for (const name of faked) globalThis[name] = on ? fakes[name] : realTimers[name];
    };
    const time = (value) =>
      value === undefined ? RealDate.now() : value instanceof RealDate ? value.getTime() : new RealDate(value).getTime();
    const clock = {
      resume: () => install(true),
      suspend: () => install(false),
      tools: {
        useFakeTimers({ now: given, toFake = Object.keys(fakes), ...rest } = {}) {
          for (const name of [...Object.keys(rest), ...toFake.filter((one) => !Object.hasOwn(fakes, one))])
            lack(`vi.useFakeTimers with ${name}`);
          install(false);
          waiting.clear();
          now = time(given);
          begun = now;
          faked = [...toFake];
          install(true);
          return vitestTools;
        },
        useRealTimers() {
          install(false);
          faked = [];
          waiting.clear();
          return vitestTools;
        },
        setSystemTime(value) {
          const shift = time(value) - now;
          now += shift;
          for (const timer of waiting.values()) timer.at += shift;
          if (faked.length > 0) return vitestTools;
          faked = ['Date'];
          install(true);
          return vitestTools;
        },
        isFakeTimers: () => faked.includes('setTimeout'),
        getTimerCount: () => waiting.size,
        getMockedSystemTime: () => (faked.includes('Date') ? new RealDate(now) : null),
        getRealSystemTime: () => RealDate.now(),
        clearAllTimers: () => waiting.clear(),
        advanceTimersByTime: (ms) => void advance(ms),
        advanceTimersByTimeAsync: advanceSlowly,
        advanceTimersToNextTimer(steps = 1) {
          for (let step = 0; step < steps; step += 1) {
            const timer = next(Number.POSITIVE_INFINITY);
            if (timer !== null) fire(timer);
          }
        },
        async advanceTimersToNextTimerAsync(steps = 1) {
          for (let step = 0; step < steps; step += 1) {
            await turn();
            const timer = next(Number.POSITIVE_INFINITY);
            if (timer !== null) fire(timer);
            await turn();
          }
        },
        runOnlyPendingTimers: () => void advance(lastAt()),
        runOnlyPendingTimersAsync: () => advanceSlowly(lastAt()),
        runAllTimers() {
          for (let count = 0; waiting.size > 0; count += 1) {
            if (count > mostTimers) throw tooMany();
            fire(next(Number.POSITIVE_INFINITY));
          }
        },
        async runAllTimersAsync() {
          await turn();
          for (let count = 0; waiting.size > 0; count += 1) {
            if (count > mostTimers) throw tooMany();
            fire(next(Number.POSITIVE_INFINITY));
            await turn();
          }
        },
      },
    };
    return clock;
  };
  // Each version of the tests has its own clock, which runs while they do.
  let clock = newClock();
  const switchClock = (to) => {
    clock.suspend();
    clock = to;
    clock.resume();
  };
  const globalsBefore = new Map();
  const vitestTools = new Proxy(
    {
      ...{ fn: (body) => mockFunction(body), spyOn, isMockFunction: (f) => spies.has(f), mocked: (f) => f, hoisted: (make) => make() },
      ...{ restoreAllMocks: forSpies('mockRestore'), clearAllMocks: forSpies('mockClear'), resetAllMocks: forSpies('mockReset') },
      stubEnv(name, value) {
        stubbed.push([name, process.env[name]]);
        process.env[name] = value;
        return vitestTools;
      },
      unstubAllEnvs() {
        for (const [name, value] of stubbed.splice(0).reverse()) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
        return vitestTools;
      },
      stubGlobal(name, value) {
        record.touched ??= `replaces ${String(name)}`;
        if (!globalsBefore.has(name)) globalsBefore.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
        Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
        return vitestTools;
      },
      unstubAllGlobals() {
        for (const [name, before] of globalsBefore) {
          if (before === undefined) delete globalThis[name];
          else Object.defineProperty(globalThis, name, before);
        }
        globalsBefore.clear();
        return vitestTools;
      },
    },
    {
      get(target, key) {
        if (key in target || isAskedOfAll(key)) return target[key];
        if (key in clock.tools) return clock.tools[key];
        return lack(
          `vi.${key}`,
          /^(?:do)?mock$/i.test(key)
            ? ', which cannot put a module in place of one that the program imports: pass it to the program instead'
            : '',
        );
      },
    },
  );
  const stubbed = [];
  const withLacks = (f, name) =>
    new Proxy(f, { get: (target, key) => (key in target || isAskedOfAll(key) ? target[key] : lack(`${name}.${key}`)) });
  const vitest = (collector) => {
    const { test, describe, before, after, beforeEach, afterEach } = collector;
    return {
      test: withLacks(test, 'test'),
      it: withLacks(test, 'it'),
      describe,
      suite: describe,
      expect,
      beforeEach,
      afterEach,
      beforeAll: before,
      afterAll: after,
      vi: vitestTools,
      jest: vitestTools,
      assert: lenientAssert(realAssert.strict),
      onTestFinished: (hook) => void record.finished.push(hook),
      onTestFailed() {},
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
    stray = null;
    const ownClock = newClock();
    switchClock(ownClock);
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
    if (job.framework !== 'plain') failed = loading.lacking ?? failed;
    if (failed !== undefined && (tests.length === 0 || job.framework !== 'plain') && job.framework !== 'plain') {
      const kind =
        failed instanceof Lacking
          ? 'lacking'
          : failed instanceof SyntaxError
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
      switchClock(ownClock);
      // A version of the test that failed has not put the clock back.
      if (job.framework === 'node:test') require('node:test').mock.timers.reset();
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
      if (own.lacking !== null && !(error instanceof Refused)) {
        error = own.lacking;
        outcome = 'failed';
      }
      // It did not come to where it puts back what it replaced.
      if (outcome === 'failed' && !replaying) for (const spy of own.spies) spy.mockRestore();
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
    const noteStray = (error) => {
      if (!(error instanceof Refused) && error !== unknown) stray ??= { error };
    };
    process.on('unhandledRejection', noteStray);
    process.on('uncaughtException', noteStray);
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

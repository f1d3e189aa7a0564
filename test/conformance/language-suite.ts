import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Entry, LanguageId } from '../../src/domain/contract.ts';
import type { Call } from '../../src/domain/test.ts';
import type { Value } from '../../src/domain/value.ts';
import type { Language } from '../../src/ports/language.ts';
import { type Bench, functionEntry, openBench } from '../languages/observing.ts';

/** The texts of one language that the suite needs. */
export type LanguageSample = {
  readonly id: LanguageId;
  readonly signature: { readonly text: string; readonly entry: Entry; readonly formatted: string; readonly prefill: string };
  /** `double(x)`, right, in two layouts and with comments. */
  readonly double: readonly [string, string];
  readonly tripled: string;
  readonly broken: string;
  readonly foreign: string;
  /** The rest of a reply after the prefill of `double`. */
  readonly body: string;
  /** Values that have a literal in the language. */
  readonly literals: fc.Arbitrary<Value>;
  /** Values that have none. */
  readonly unwritable: readonly Value[];
  readonly list: (items: string) => string;
  /** Negation of a condition. Default `not `. */
  readonly negation?: string;
};

const nonce = 'c0ffee0123456789';

/** What every language promises, on the real interpreter. */
export function describeLanguage(sample: LanguageSample): void {
  describe(`the language port: ${sample.id}`, () => {
    let bench: Bench;
    let language: Language;
    const entry = functionEntry('double', 'x');
    const contract: Contract = { language: sample.id, entry };
    beforeAll(async () => {
      bench = await openBench(sample.id);
      language = bench.language;
    });
    afterAll(async () => {
      await bench.close();
    });

    test('reads, writes and finds a signature', () => {
      const read = language.parseSignature(sample.signature.text);
      expect(read).toEqual({ ok: true, value: sample.signature.entry });
      expect(language.formatSignature(sample.signature.entry)).toBe(sample.signature.formatted);
      expect(language.findSignature(`Please write this:\n${sample.signature.text}\nThanks`)).toEqual(sample.signature.entry);
      expect(language.findSignature('Write something nice')).toBeNull();
      for (const text of ['', '???', 'one two', `${sample.signature.text} ${sample.signature.text}`]) {
        expect(language.parseSignature(text)).toMatchObject({ ok: false, reason: expect.stringContaining('signature') });
      }
    });

    test('reads the signature that a reply proposes, however the model puts it, and none of its thoughts', () => {
      const { text: wanted, entry } = sample.signature;
      const other = language.formatSignature({ kind: 'function', name: 'thought', parameters: [{ name: 'z' }] });
      const read = (text: string) => language.extractSignature({ text, finish: 'stop' });
      const fenced = `\`\`\`${language.fence}\n${wanted}\n\`\`\``;
      expect(read(`<think>\nPerhaps ${other}?\n</think>\n${fenced}`)).toEqual(entry);
      expect(read(`<think>\nPerhaps\n${other}`)).toBeNull();
      expect(read(JSON.stringify({ signature: wanted }))).toEqual(entry);
      const shape = (found: Entry | null): { readonly name: string; readonly parameters: readonly string[] } =>
        found?.kind === 'function'
          ? { name: found.name, parameters: found.parameters.map(({ name }) => name.replace(/^\W+(?=\w)/, '')) }
          : { name: '', parameters: [] };
      const bare = shape(entry);
      const listed = `{"name": "${bare.name}", "parameters": ${JSON.stringify(bare.parameters)},}`;
      expect(shape(read(`Sure!\n\`\`\`json\n${listed}\n\`\`\``))).toEqual(bare);
      const call = { name: bare.name, arguments: Object.fromEntries(bare.parameters.map((name) => [name, 1])) };
      expect(shape(read(`<tool_call>\n${JSON.stringify(call)}\n</tool_call>`))).toEqual(bare);
      expect(read('{"name": "not a name(", "parameters": ["a"]}')).toBeNull();
    });

    test('begins an answer where the body starts, and takes the answer from there', () => {
      const prefill = language.prefill(entry);
      expect(prefill).toBe(sample.signature.prefill);
      expect(prefill).not.toMatch(/\s$/);
      const found = language.extract({ text: sample.body, finish: 'stop', prefill }, contract);
      expect(found).toMatchObject({ type: 'code' });
      if (found.type === 'code') expect(language.check(found.code, contract)).toEqual([]);
      expect(language.stopRules(entry).length).toBeGreaterThan(0);
    });

    test('takes code from a fenced block and rejects the rest with a reason', () => {
      const fenced = (code: string): string => `Here it is:\n\n\`\`\`${language.fence}\n${code}\`\`\`\nDone.`;
      const [code] = sample.double;
      expect(language.extract({ text: fenced(code), finish: 'stop' }, contract)).toMatchObject({ type: 'code', code });
      const reject = (text: string, finish: 'stop' | 'length' = 'stop'): unknown => language.extract({ text, finish }, contract);
      expect(reject('')).toMatchObject({ reason: 'empty' });
      expect(reject('Sure, I will do that.')).toMatchObject({ reason: 'no-code' });
      expect(reject(fenced(sample.broken))).toMatchObject({ reason: 'syntax' });
      expect(reject(fenced(sample.foreign))).toMatchObject({ reason: 'wrong-language' });
      expect(reject(fenced(code.replace('double', 'other')))).toMatchObject({ reason: 'entry-missing' });
      expect(reject(fenced(code).slice(0, -20), 'length')).toMatchObject({ reason: 'truncated' });
    });

    test('checks what can be known without running', () => {
      const [code] = sample.double;
      expect(language.check(code, contract)).toEqual([]);
      expect(language.check(sample.broken, contract)).toMatchObject([{ severity: 'error', rule: 'syntax', line: expect.any(Number) }]);
      expect(language.check(code.replace('double', 'other'), contract)).toMatchObject([{ severity: 'error', rule: 'entry-missing' }]);
      expect(language.check(language.stub(contract), contract)).toMatchObject([{ severity: 'error', rule: 'stub' }]);
    });

    test('sees through comments and layout, and through nothing else', () => {
      const [one, other] = sample.double;
      expect(language.normalise(one)).toBe(language.normalise(other));
      expect(language.normalise(one)).not.toBe(language.normalise(sample.tripled));
    });

    test('reads examples, on either side, around and inside expressions', () => {
      const read = (text: string): unknown => {
        const result = language.parseExample(text, entry);
        return result.ok ? [result.value.call, result.value.expected] : result.reason;
      };
      const six = [
        { type: 'expression', expression: 'double(3)' },
        { type: 'value', source: '6' },
      ];
      for (const text of [
        'double(3) == 6',
        '6 == double(3)',
        'double(3) -> 6',
        'double(3) => 6',
        'double(3) returns 6',
        'double(3) = 6',
        ' double(3)  ==  6 ',
        'double(3) вернёт 6',
        'double(3) is 6',
        '`double(3)` == `6`'.replaceAll('`', ''),
      ]) {
        expect(read(text)).toEqual(six);
      }
      const truth = { type: 'value', source: sample.id === 'python' ? 'True' : 'true' };
      expect(read('double(3)')).toEqual([{ type: 'expression', expression: 'double(3)' }, truth]);
      const negated = `${sample.negation ?? 'not '}double(3)`;
      expect(read(negated)).toEqual([{ type: 'expression', expression: negated }, truth]);
      expect(read('double("") raises ValueError')).toEqual([
        { type: 'expression', expression: 'double("")' },
        { type: 'raises', error: 'ValueError' },
      ]);
      expect(read('double("") raises')).toEqual([{ type: 'expression', expression: 'double("")' }, { type: 'raises' }]);
      expect(read(`double(${sample.list('1, 2')}) == ${sample.list('2, 4')}`)).toEqual([
        { type: 'expression', expression: `double(${sample.list('1, 2')})` },
        { type: 'value', source: sample.list('2, 4') },
      ]);
      expect(read('x = 3; double(x) == 6')).toEqual([
        { type: 'expression', expression: 'double(x)', setup: 'x = 3' },
        { type: 'value', source: '6' },
      ]);
    });

    test('says why an example cannot be used', () => {
      const reason = (text: string): string => {
        const result = language.parseExample(text, entry);
        return result.ok ? 'read' : result.reason;
      };
      expect(reason('triple(3) == 9')).toContain('triple');
      expect(reason('triple(3) == 9')).toContain('double');
      expect(reason('three times')).toContain('three times');
      expect(reason('')).toContain('empty');
      expect(reason('double(3')).toContain('double(3');
      expect(language.parseExample('triple(3) == 9', null).ok).toBe(true);
    });

    test('reads examples of programs', () => {
      expect(language.parseExample('stdin: "3 4\\n" -> "7\\n"', { kind: 'script' })).toMatchObject({
        ok: true,
        value: { call: { type: 'program', stdin: '3 4\n', args: [] }, expected: { type: 'stdout', text: '7\n' } },
      });
      expect(language.parseExample('stdin: 3 -> 4', null)).toMatchObject({ ok: false, reason: expect.stringContaining('quotes') });
    });

    test('finds the examples of a request and nothing that only looks like one', () => {
      const found = (request: string): unknown =>
        language
          .findExamples(request, entry)
          .map(({ call, expected, origin }) => [
            call.type === 'expression' ? call.expression : call,
            expected.type === 'value' ? expected.source : expected,
            origin,
          ]);
      expect(found('Doubles. E.g. double(2) returns 4, double(0) is 0; double(-1) -> -2. And double(1.5) = 3.0.')).toEqual([
        ['double(2)', '4', 'prose'],
        ['double(0)', '0', 'prose'],
        ['double(-1)', '-2', 'prose'],
        ['double(1.5)', '3.0', 'prose'],
      ]);
      expect(found('Удвой число: double(2) вернёт 4, double(5) возвращает 10, а double(0) равно 0')).toEqual([
        ['double(2)', '4', 'prose'],
        ['double(5)', '10', 'prose'],
        ['double(0)', '0', 'prose'],
      ]);
      const words = ['becomes', 'gives', 'should be', 'is', '=', '=>', '→', 'equals', '->', 'turns into', 'is equal to', 'should return'];
      const russian = ['даёт', 'вернёт', 'должно быть', 'равно', 'станет', 'возвращает', 'будет', 'должна вернуть'];
      for (const word of [...words, ...russian]) {
        expect(found(`Doubles, so double(3) ${word} 6.`), word).toEqual([['double(3)', '6', 'prose']]);
        expect(language.parseExample(`double(3) ${word} 6`, entry), word).toMatchObject({ ok: true });
      }
      const list = language.id === 'lua' ? '{1, 1}' : '[1, 1]';
      for (const shown of [`so ${list} becomes 2`, `for example, ${list} -> 2`, `например: ${list} станет 2`]) {
        expect(found(`Doubles the last one, ${shown}.`), shown).toEqual([[`double(${list})`, '2', 'prose']]);
      }
      expect(found(`each 0 becomes 1, so 0 becomes 1; every ${list} becomes 2, and so ${list} is 2, so ${list} becomes shorter`)).toEqual(
        [],
      );
      expect(found('double(x) returns x + x, double(n) is n times two, triple(2) returns 6')).toEqual([]);
      expect(found('double(2) is the same as adding 2')).toEqual([]);
      expect(found('>>> double(2)\n4\n>>> double(3)\n6\n')).toEqual([
        ['double(2)', '4', 'docstring'],
        ['double(3)', '6', 'docstring'],
      ]);
    });

    test('knows the entry that an example calls', () => {
      const read = language.parseExample('frobnicate(1, "a") == 2', null);
      expect(read.ok && language.entryFromExample(read.value)).toMatchObject({
        kind: 'function',
        name: 'frobnicate',
        parameters: [{ name: 'n' }, { name: 's' }],
      });
    });

    test('writes literal arguments that read back as they were', () => {
      fc.assert(
        fc.property(fc.array(sample.literals, { maxLength: 4 }), (values) => {
          const call = language.callWith(values, contract);
          expect(call).not.toBeNull();
          if (call !== null) expect(language.literalArguments(call, contract)).toEqual(values);
        }),
        { numRuns: 200 },
      );
      for (const value of sample.unwritable) expect(language.callWith([value], contract)).toBeNull();
      for (const expression of ['double(x)', 'double(1 + y)', 'other(1)', 'double(double(1))']) {
        expect(language.literalArguments({ type: 'expression', expression }, contract)).toBeNull();
      }
    });

    test('shows any value on one line, without control characters, as short as asked', () => {
      fc.assert(
        fc.property(fc.oneof(sample.literals, fc.constantFrom(...sample.unwritable)), fc.integer({ min: 5, max: 100 }), (value, room) => {
          const shown = language.formatValue(value, room);
          expect([...shown].length).toBeLessThanOrEqual(room);
          expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
        }),
        { numRuns: 200 },
      );
    });

    test('observes what was written: values come back from the interpreter as they went in', async () => {
      const samples = fc.sample(sample.literals, { numRuns: 60, seed: 7 });
      const identity = language.callWith([], { ...contract, entry: functionEntry('id') }) === null ? [] : samples;
      const calls = identity.flatMap((value) => language.callWith([value], contract) ?? []);
      const sources = calls.map(
        (call): Call =>
          call.type === 'expression' ? { type: 'expression', expression: call.expression.replace(/^double\(([\s\S]*)\)$/, '$1') } : call,
      );
      const seen = await bench.observe('', sources);
      expect(seen.map(({ outcome }) => (outcome.type === 'value' ? sortedSets(outcome.value) : outcome))).toEqual(identity.map(sortedSets));
    });

    test('observes with inputs only: no expected value is in the job', () => {
      const read = language.parseExample('double(31337) == 62674', entry);
      if (!read.ok) throw new Error(read.reason);
      const limits = { cpuSeconds: 2, wallSeconds: 3, memoryBytes: 5e8, processes: 64, outputBytes: 1e5, resultBytes: 1e6 };
      const job = language.probe(sample.double[0], contract, [read.value.call], { nonce, limits });
      const everything = [...Object.values(job.files), job.stdin].map(String).join('\n');
      expect(everything).toContain('31337');
      expect(everything).not.toContain('62674');
      expect(job.wantsResult).toBe(true);
    });

    test('gives one observation a call, in order, for a right, a wrong and a missing program', async () => {
      const calls = ['double(1)', 'double(2)', 'nothing(3)'];
      const outcomes = async (code: string): Promise<unknown[]> =>
        (await bench.observe(code, calls, { entry })).map(({ call, outcome }) => [
          call,
          outcome.type === 'value' ? language.formatValue(outcome.value) : outcome.type,
        ]);
      expect(await outcomes(sample.double[0])).toEqual([
        [0, '2'],
        [1, '4'],
        [2, 'raised'],
      ]);
      expect(await outcomes(sample.tripled)).toEqual([
        [0, '3'],
        [1, '6'],
        [2, 'raised'],
      ]);
      expect(await outcomes('')).toEqual([
        [0, 'raised'],
        [1, 'raised'],
        [2, 'raised'],
      ]);
      expect(await outcomes(sample.broken)).toEqual([
        [0, 'missing'],
        [1, 'missing'],
        [2, 'missing'],
      ]);
      expect((await outcomes(language.stub(contract))).at(0)).not.toEqual([0, '2']);
    });

    test('believes a channel only when every line on it is its own', () => {
      const calls: readonly Call[] = [1, 2].map((n) => ({ type: 'expression', expression: `double(${n})` }));
      const read = (result: string): string[] =>
        language
          .read(
            {
              termination: { type: 'exit', code: 0 },
              stdout: new Uint8Array(),
              stderr: new Uint8Array(),
              result: Buffer.from(result),
              truncated: false,
              usage: { wallMs: 1, cpuMs: 1, maxRssBytes: 0 },
            },
            calls,
            { nonce },
          )
          .map(({ outcome }) => outcome.type);
      const frame = (call: number, guard = nonce): string =>
        `${guard} ${call} {"outcome":{"type":"value","value":{"type":"int","value":"2"}}}\n`;
      expect(read(frame(0) + frame(1))).toEqual(['value', 'value']);
      expect(read(frame(0))).toEqual(['value', 'missing']);
      expect(read(frame(0) + frame(1).slice(0, 30))).toEqual(['value', 'missing']);
      expect(read('')).toEqual(['missing', 'missing']);
      for (const tampered of [
        frame(0) + frame(0),
        frame(0) + frame(1) + frame(1),
        `junk\n${frame(0)}${frame(1)}`,
        `${frame(0)}junk`,
        frame(1) + frame(0),
        frame(0, 'abcd') + frame(1),
        `${nonce} 0 {"outcome":{"type":"value","value":{"type":"int","value":"x"}}}\n`,
        `${nonce} 0 []\n`,
      ]) {
        expect(read(tampered)).toEqual(['missing', 'missing']);
      }
    });

    test('explains a failure by its line, its neighbours and one hint', async () => {
      const code = sample.double[0].replace(/x \* 2|2 \* x/, 'undefined_name[1]');
      const [observation] = await bench.observe(code, ['double(1)'], { entry });
      if (observation === undefined) throw new Error('no observation');
      const diagnostic = language.explainFailure(code, observation, '');
      expect(diagnostic).toMatchObject({
        severity: 'error',
        rule: 'runtime',
        line: expect.any(Number),
        hint: expect.stringMatching(/\.$/),
      });
      expect(diagnostic?.message).toMatch(/^> *\d+ \| .*undefined_name/m);
      const [fine] = await bench.observe(sample.double[0], ['double(1)'], { entry });
      expect(fine && language.explainFailure(sample.double[0], fine, '')).toBeNull();
    });
  });
}

/** Sets come back in the probe's order. */
function sortedSets(value: Value): Value {
  switch (value.type) {
    case 'set':
      return { type: 'set', items: value.items.map(sortedSets).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
    case 'list':
    case 'tuple':
      return { ...value, items: value.items.map(sortedSets) };
    case 'map':
      return {
        type: 'map',
        entries: value.entries
          .map(([key, item]) => [sortedSets(key), sortedSets(item)] as const)
          .sort((a, b) => (JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1)),
      };
    default:
      return value;
  }
}

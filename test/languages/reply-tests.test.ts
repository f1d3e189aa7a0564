import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import type { Value } from '../../src/domain/value.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { Example, Language } from '../../src/ports/language.ts';

type TestsCase = {
  readonly id: string;
  readonly language: 'python' | 'lua';
  readonly wanted: string;
  readonly raw: string;
  readonly finish: 'stop' | 'length';
  readonly entry: string;
  readonly arity?: number;
  readonly expect: { readonly json?: readonly { readonly args: readonly unknown[]; readonly expected: unknown }[] };
};

const file = new URL('../../../shared/replies/replies.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as TestsCase)
  .filter(({ language, wanted }) => wanted === 'tests' && (language === 'python' || language === 'lua'));

/** What a case calls a literal; anything else is its source. */
function plain(value: Value): unknown {
  switch (value.type) {
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return value.value;
    case 'int':
    case 'float':
      return Number(value.value);
    case 'list':
    case 'tuple':
      return value.items.map(plain);
    case 'empty-table':
      return [];
    default:
      return value;
  }
}

describe('tests from recorded forms of replies', () => {
  let languages: Readonly<Record<'python' | 'lua', Language>>;
  beforeAll(async () => {
    languages = { python: await loadPython(), lua: await loadLua() };
  });

  /** The literal of a source text, by asking for the arguments of a call on it. */
  const literal = (language: Language, contract: Contract, source: string): unknown => {
    const values = language.literalArguments(
      { type: 'expression', expression: `probe(${source})` },
      { ...contract, entry: { kind: 'function', name: 'probe', parameters: [] } },
    );
    return values?.length === 1 && values[0] !== undefined ? plain(values[0]) : { $expr: source };
  };
  const seen = (language: Language, contract: Contract, name: string, { call, expected }: Example): unknown => {
    const values = language.literalArguments(call, contract);
    const args = values === null ? (call.type === 'expression' ? call.expression : call) : values.map(plain);
    return { fn: name, args, expected: expected.type === 'value' ? literal(language, contract, expected.source) : expected };
  };

  test.each(cases.map((item) => [item.id, item] as const))('%s', (_id, item) => {
    const language = languages[item.language];
    const wanted = item.expect.json ?? [];
    const arity = item.arity ?? wanted[0]?.args.length ?? 0;
    const contract: Contract = {
      language: item.language,
      entry: { kind: 'function', name: item.entry, parameters: Array.from({ length: arity }, (_, index) => ({ name: `p${index}` })) },
    };
    const found = language
      .extractTests({ text: item.raw, finish: item.finish }, contract)
      .map((example) => seen(language, contract, item.entry, example));
    // A call whose arguments are expressions is compared as text.
    const expected = wanted.map(({ args, expected: value }) => {
      const source = args.map((argument) =>
        argument !== null && typeof argument === 'object' && '$expr' in argument ? String(argument.$expr) : null,
      );
      return {
        fn: item.entry,
        args: source.every((text) => text !== null) && source.length > 0 ? `${item.entry}(${source.join(', ')})` : args,
        expected: value,
      };
    });
    expect(found).toEqual(expected);
  });
});

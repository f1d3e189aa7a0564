import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Entry } from '../../src/domain/contract.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { Language } from '../../src/ports/language.ts';

type ReplyCase = {
  readonly id: string;
  readonly language: string;
  readonly wanted: string;
  readonly raw: string;
  readonly finish: 'stop' | 'length';
  readonly prompt?: string;
  readonly entry?: string;
  readonly expect: { readonly code?: string; readonly reject?: string };
  readonly alsoOk?: readonly { readonly code?: string; readonly reject?: string }[];
};

const file = new URL('../../../shared/replies/replies.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ReplyCase)
  .filter(({ language, wanted }) => wanted === 'code' && (language === 'python' || language === 'lua'));

const tidy = (code: string): string =>
  `${code
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()}\n`;

describe('code from recorded forms of replies', () => {
  let languages: Readonly<Record<string, Language>>;
  beforeAll(async () => {
    languages = { python: await loadPython(), lua: await loadLua() };
  });

  test.each(cases.map((item) => [item.id, item] as const))('%s', (_id, item) => {
    const language = languages[item.language];
    if (language === undefined) throw new Error(item.language);
    const entry: Entry = item.entry === undefined ? { kind: 'script' } : { kind: 'function', name: item.entry, parameters: [] };
    const contract: Contract = { language: language.id, entry };
    const reply = { text: item.raw, finish: item.finish, ...(item.prompt === undefined ? {} : { prefill: item.prompt }) };
    const found = language.extract(reply, contract);
    const outcome = found.type === 'code' ? { code: tidy(found.code) } : { reject: found.reason };
    const accepted = [item.expect, ...(item.alsoOk ?? [])].map(({ code, reject }) =>
      code === undefined ? { reject } : { code: tidy(code) },
    );
    expect(accepted).toContainEqual(outcome);
  });
});

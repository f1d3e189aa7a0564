import { readFileSync } from 'node:fs';
import type { LanguageId } from '../../src/domain/contract.ts';
import type { Json } from '../../src/domain/json.ts';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { loadTypeScript } from '../../src/languages/typescript/typescript-language.ts';
import type { Language } from '../../src/ports/language.ts';
import { type ReplyCase, readReplyCase } from '../../src/surfaces/reply-case.ts';

export type Outcome = { readonly code?: string; readonly json?: Json; readonly reject?: string };
export type Languages = Readonly<Record<LanguageId, Language>>;

const file = new URL('../../../shared/replies/replies.jsonl', import.meta.url);

/** The recorded forms of replies, with what each must give. */
export const recorded: readonly {
  readonly line: string;
  readonly id: string;
  readonly accepted: readonly Outcome[];
  readonly raw: string;
}[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const data = JSON.parse(line) as {
      readonly id: string;
      readonly raw: string;
      readonly expect: Outcome;
      readonly alsoOk?: readonly Outcome[];
    };
    return { line, id: data.id, raw: data.raw, accepted: [data.expect, ...(data.alsoOk ?? [])].map(tidy) };
  });

/** Code is compared without blank lines at its start and white space at its end. */
export function tidy(outcome: Outcome): Outcome {
  if (outcome.code === undefined) return outcome;
  const code = outcome.code.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+/, '');
  return { code: `${code.trimEnd()}\n` };
}

export async function loadLanguages(): Promise<Languages> {
  const [python, lua, javascript, typescript] = await Promise.all([loadPython(), loadLua(), loadJavaScript(), loadTypeScript()]);
  return { python, lua, javascript, typescript };
}

/** What is taken from one reply, in the form of the recorded ones. */
export function outcomeOf(languages: Languages, line: string): Outcome {
  return outcomeOfCase(languages, readReplyCase(line, 'case'));
}

function outcomeOfCase(languages: Languages, { language: id, wanted, reply, contract, schema }: ReplyCase): Outcome {
  const language = languages[id];
  const found =
    wanted === 'code'
      ? language.extract(reply, contract)
      : wanted === 'json'
        ? language.extractJson(reply, schema)
        : language.extractTestCases(reply, contract);
  if (found.type === 'code') return tidy({ code: found.code });
  if (found.type === 'value') return { json: found.value };
  return { reject: found.reason === 'entry-missing' ? 'no-code' : found.reason };
}

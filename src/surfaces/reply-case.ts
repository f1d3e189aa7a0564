import { AppError } from '../domain/app-error.ts';
import { type Contract, type LanguageId, languageIds, type Parameter } from '../domain/contract.ts';
import type { Json } from '../domain/json.ts';
import type { Reply } from '../ports/language.ts';

export type Wanted = 'code' | 'json' | 'tests';

/** A saved reply and what was asked for. */
export type ReplyCase = {
  readonly id: Json;
  readonly language: LanguageId;
  readonly wanted: Wanted;
  readonly reply: Reply;
  readonly contract: Contract;
  readonly schema?: Json;
};

/**
 * One line of a file of replies: `language` and `raw`, and where they apply `id`, `wanted` (`code`, `json`, `tests`), `finish`,
 * `prompt` (what the reply continues), `entry`, `arity` or `params`, `schema`.
 */
export function readReplyCase(line: string, place: string): ReplyCase {
  const wrong = (message: string, cause?: unknown) =>
    new AppError(
      'bad-input',
      `${place}: ${message}`,
      'each line needs language and raw, and may have id, wanted, finish, prompt, entry, arity, params, schema',
      {
        cause,
      },
    );
  let data: { readonly [key: string]: Json };
  try {
    data = JSON.parse(line) as { readonly [key: string]: Json };
  } catch (cause) {
    throw wrong('not valid JSON', cause);
  }
  if (typeof data !== 'object' || data === null) throw wrong('not a JSON object');
  const { id = null, raw, entry, finish = 'stop', wanted = 'code', prompt, schema } = data;
  const language = languageIds.find((candidate) => candidate === data.language);
  if (language === undefined) throw wrong(`language is not one of ${languageIds.join(', ')}`);
  if (typeof raw !== 'string') throw wrong('raw is missing');
  if (finish !== 'stop' && finish !== 'length') throw wrong('finish is neither stop nor length');
  if (wanted !== 'code' && wanted !== 'json' && wanted !== 'tests') throw wrong('wanted is none of code, json, tests');
  return {
    id,
    language,
    wanted,
    reply: { text: raw, finish, ...(typeof prompt === 'string' ? { prefill: prompt } : {}) },
    contract: {
      language,
      entry:
        typeof entry === 'string' ? { kind: 'function', name: entry, parameters: parametersOf(data) } : { kind: 'module', exports: [] },
    },
    ...(schema === undefined ? {} : { schema }),
  };
}

/** From `params` (names, or objects with a name) or `arity`; any number of arguments where neither is given. */
function parametersOf({ params, arity }: { readonly [key: string]: Json }): readonly Parameter[] {
  if (Array.isArray(params)) {
    return params.map((item: Json, index) => {
      const name = typeof item === 'object' && item !== null && 'name' in item ? item.name : item;
      return { name: typeof name === 'string' ? name : `p${index + 1}` };
    });
  }
  if (typeof arity === 'number' && Number.isInteger(arity) && arity >= 0 && arity <= 100)
    return Array.from({ length: arity }, (_, index) => ({ name: `p${index + 1}` }));
  return [{ name: 'args', variadic: true }];
}

import type { LanguageId } from '../domain/contract.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { Language } from '../ports/language.ts';
import type { Version } from './chat-session.ts';
import { type SessionTests, withExamples, withStatements } from './session-tests.ts';

type LoadLanguage = (id: LanguageId, profile?: string) => Promise<Language>;
type SessionRequest = { readonly request: RunRequest; readonly superseded: SessionTests['superseded'] };

/** Without a program yet: a message with examples of its own says anew what is wanted, any other one adds to what was said. */
export async function firstRequest(
  earlier: readonly string[],
  message: string,
  base: RunRequest,
  load: LoadLanguage,
): Promise<SessionRequest> {
  const language = await load(base.language ?? 'python', base.profile);
  const saysAnew = base.examples.length > 0 || language.findExamples(message, null).length > 0;
  if (earlier.length === 0 || saysAnew) return { request: base, superseded: [] };
  const examples = earlier.reduce<readonly string[]>((stated, text) => withStatements(stated, text, null, language).examples, []);
  return { request: { ...base, examples: [...examples] }, superseded: [] };
}

/**
 * The program so far under its tests, with what the message states, and what came with it as examples. A signature of its own
 * takes the place of the program's; under another name the older tests speak of nothing any more.
 */
export async function followUp(version: Version, message: string, base: RunRequest, load: LoadLanguage): Promise<SessionRequest> {
  const profile = base.profile ?? version.profile;
  const language = await load(version.language, profile);
  const signature = base.signature ?? version.signature;
  const entry = entryOf(signature, language);
  const isRenamed = nameOf(entryOf(version.signature, language)) !== nameOf(entry);
  const left: SessionTests = isRenamed
    ? { examples: [], superseded: version.examples.map((old) => ({ old, by: signature })) }
    : { examples: version.examples, superseded: [] };
  const stated = withStatements(left.examples, message, entry, language);
  const given = withExamples(stated.examples, base.examples, entry, language);
  const { signature: _replaced, ...others } = base;
  return {
    request: {
      ...others,
      language: version.language,
      code: version.code,
      examples: [...given.examples],
      ...(profile === undefined ? {} : { profile }),
      ...(signature === '' ? {} : { signature }),
    },
    superseded: [...left.superseded, ...stated.superseded, ...given.superseded],
  };
}

function entryOf(signature: string, language: Language) {
  const reading = signature === '' ? null : language.parseSignature(signature);
  return reading?.ok === true ? reading.value : null;
}

const nameOf = (entry: ReturnType<typeof entryOf>): string | null => (entry?.kind === 'function' ? entry.name : null);

import { AppError } from '../domain/app-error.ts';
import type { Entry, LanguageId } from '../domain/contract.ts';
import { printableLine } from '../domain/printable.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { readExample } from '../engine/tests/read-example.ts';
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
 * takes the place of the program's; under another name the older tests speak of nothing any more. Throws `bad-input` where
 * the message or an example states the result of a function that the program is not.
 */
export async function followUp(version: Version, message: string, base: RunRequest, load: LoadLanguage): Promise<SessionRequest> {
  const profile = base.profile ?? version.profile;
  const language = await load(version.language, profile);
  const signature = base.signature ?? version.signature;
  const entry = entryOf(signature, language);
  refuseOthers(message, base.examples, entry, language);
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

/** Such a result cannot be tested on the program, and without a word it would be lost. */
function refuseOthers(message: string, given: readonly string[], entry: Entry | null, language: Language): void {
  if (entry?.kind !== 'function') return;
  const stated = language.findExamples(message, entry).map(({ source }) => source);
  const typed = given.flatMap((text) => {
    const reading = readExample(text, null, language);
    return reading.ok && !readExample(text, entry, language).ok ? [reading.value] : [];
  });
  const others = language.findExamples(message, null).filter(({ source }) => !stated.includes(source));
  for (const example of [...typed, ...others]) {
    const name = nameOf(language.entryFromExample(example));
    if (name === null || name === entry.name) continue;
    throw new AppError(
      'bad-input',
      `${name} is not in this program (${entry.name}), so ${printableLine(example.source, 80)} cannot be a test of it`,
      `say it of ${entry.name}; or begin a new program: /reset`,
    );
  }
}

const nameOf = (entry: Entry | null): string | null => (entry?.kind === 'function' ? entry.name : null);

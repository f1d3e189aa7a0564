import { AppError } from '../../domain/app-error.ts';
import type { Entry } from '../../domain/contract.ts';
import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Language } from '../../ports/language.ts';
import { taskText } from '../task-text.ts';
import { readExample } from '../tests/read-example.ts';

export type KnownEntry = { readonly entry: Entry; readonly source: Extract<RunFact, { type: 'contract-end' }>['source'] };

/** Words of a request that mean a whole program and not a function. */
const programWords =
  /\b(stdin|standard input|stdout|command[- ]line program|reads? (?:from )?(?:the )?input)\b|стандартн\S+ вв?о[дд]|из stdin/i;

/**
 * How candidates are entered, as far as the request itself says it: by the host where that decides it, else from `--signature`, a
 * signature in the text, or the examples. Null: somebody has to propose it. Throws `bad-input` for what cannot be read.
 */
export function knownEntry(state: Pick<RunState, 'request' | 'answers'>, language: Language): KnownEntry | null {
  const { request } = state;
  const hostEntry = language.host?.entry ?? null;
  if (hostEntry !== null) return { entry: hostEntry, source: 'profile' };
  if (request?.signature !== undefined) {
    const reading = language.parseSignature(request.signature);
    if (reading.ok) return { entry: reading.value, source: 'signature' };
    throw new AppError(
      'bad-input',
      `signature ${JSON.stringify(request.signature)}: ${reading.reason}`,
      `write it like ${language.formatSignature({ kind: 'function', name: 'f', parameters: [{ name: 'x' }] })}`,
    );
  }
  if (request?.exports !== undefined) return { entry: { kind: 'module', exports: request.exports }, source: 'request' };
  const task = taskText(state);
  const inRequest = language.findSignature(task);
  if (inRequest !== null) return { entry: inRequest, source: 'request' };
  const shown = fromExamples(request?.examples ?? [], language) ?? firstEntry(language.findExamples(task, null), language);
  if (shown !== null) return { entry: shown, source: 'examples' };
  return programWords.test(task) ? { entry: { kind: 'script' }, source: 'request' } : null;
}

function fromExamples(examples: readonly string[], language: Language): Entry | null {
  for (const text of examples) {
    const example = readExample(text, null, language);
    if (!example.ok) {
      const hint = 'write it as a call and its result, e.g. "f(3) == 6"';
      throw new AppError('bad-input', `example ${JSON.stringify(text)}: ${example.reason}`, hint);
    }
    if (example.value.call.type === 'program') return { kind: 'script' };
    if (example.value.call.type === 'context') return { kind: 'chunk-return' };
    const entry = language.entryFromExample(example.value);
    if (entry !== null) return entry;
  }
  return null;
}

function firstEntry(examples: ReturnType<Language['findExamples']>, language: Language): Entry | null {
  for (const example of examples) {
    const entry = language.entryFromExample(example);
    if (entry !== null) return entry;
  }
  return null;
}

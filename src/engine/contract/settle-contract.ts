import { AppError } from '../../domain/app-error.ts';
import type { Contract, Entry } from '../../domain/contract.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { taskText } from '../task-text.ts';
import { readExample } from '../tests/read-example.ts';
import { proposeSignature } from './propose-signature.ts';

type ContractFact = Extract<RunFact, { type: 'contract-end' }>;

/** Words of a request that mean a whole program and not a function. */
const programWords =
  /\b(stdin|standard input|stdout|command[- ]line program|reads? (?:from )?(?:the )?input)\b|стандартн\S+ вв?о[дд]|из stdin/i;

function fromExamples(examples: readonly string[], deps: EngineDeps): Entry | null {
  for (const text of examples) {
    const example = readExample(text, null, deps.language);
    if (!example.ok)
      throw new AppError(
        'bad-input',
        `example ${JSON.stringify(text)}: ${example.reason}`,
        'write it as a call and its result, e.g. "f(3) == 6"',
      );
    if (example.value.call.type === 'program') return { kind: 'script' };
    if (example.value.call.type === 'context') return { kind: 'chunk-return' };
    const entry = deps.language.entryFromExample(example.value);
    if (entry !== null) return entry;
  }
  return null;
}

/**
 * Fixes how candidates are entered: by the host where that decides it, else from `--signature`, a signature in the request, the examples, or the model's
 * proposals. Throws `bad-input` for what cannot be read.
 */
export async function* settleContract(
  state: RunState,
  seed: number,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact | LiveDelta> {
  const { language } = deps;
  const request = state.request;
  const task = taskText(state);
  const settled = (entry: Entry, source: ContractFact['source']): ContractFact => {
    const profile = language.host?.profile ?? request?.profile;
    const contract: Contract = { language: language.id, entry, ...(profile === undefined ? {} : { profile }) };
    return { type: 'contract-end', contract, signature: entry.kind === 'function' ? language.formatSignature(entry) : '', source };
  };
  const hostEntry = language.host?.entry ?? null;
  if (hostEntry !== null) {
    yield settled(hostEntry, 'profile');
    return;
  }
  if (request?.signature !== undefined) {
    const reading = language.parseSignature(request.signature);
    if (!reading.ok) {
      throw new AppError(
        'bad-input',
        `signature ${JSON.stringify(request.signature)}: ${reading.reason}`,
        `write it like ${language.formatSignature({ kind: 'function', name: 'f', parameters: [{ name: 'x' }] })}`,
      );
    }
    yield settled(reading.value, 'signature');
    return;
  }
  if (request?.exports !== undefined) {
    yield settled({ kind: 'module', exports: request.exports }, 'request');
    return;
  }
  const inRequest = language.findSignature(task);
  if (inRequest !== null) {
    yield settled(inRequest, 'request');
    return;
  }
  const shown = fromExamples(request?.examples ?? [], deps) ?? firstEntry(language.findExamples(task, null), deps);
  if (shown !== null) {
    yield settled(shown, 'examples');
    return;
  }
  if (programWords.test(task)) {
    yield settled({ kind: 'script' }, 'request');
    return;
  }
  const proposed = yield* proposeSignature(task, seed, deps, options);
  if (proposed === null) {
    yield {
      type: 'warning',
      warning: { feature: 'contract', detail: 'the model proposed no readable signature; a signature makes a better start (--signature)' },
    };
  }
  yield settled(proposed ?? { kind: 'function', name: 'solve', parameters: [{ name: 'value' }] }, 'model');
}

function firstEntry(examples: ReturnType<EngineDeps['language']['findExamples']>, deps: EngineDeps): Entry | null {
  for (const example of examples) {
    const entry = deps.language.entryFromExample(example);
    if (entry !== null) return entry;
  }
  return null;
}

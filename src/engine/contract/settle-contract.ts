import type { Contract, Entry } from '../../domain/contract.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { say, warned } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { taskText } from '../task-text.ts';
import { knownEntry } from './known-entry.ts';
import { proposeSignature } from './propose-signature.ts';

type ContractFact = Extract<RunFact, { type: 'contract-end' }>;

/** Fixes how candidates are entered: as the request says it, else as the model proposes. Throws `bad-input` for what cannot be read. */
export async function* settleContract(
  state: RunState,
  seed: number,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact | LiveDelta> {
  const { language } = deps;
  const settled = (entry: Entry, source: ContractFact['source']): ContractFact => {
    const profile = language.host?.profile ?? state.request?.profile;
    const contract: Contract = { language: language.id, entry, ...(profile === undefined ? {} : { profile }) };
    return { type: 'contract-end', contract, signature: entry.kind === 'function' ? language.formatSignature(entry) : '', source };
  };
  const known = knownEntry(state, language);
  if (known !== null) {
    yield settled(known.entry, known.source);
    return;
  }
  const proposed = yield* proposeSignature(taskText(state), seed, deps, options);
  if (proposed === null) {
    yield {
      type: 'warning',
      warning: warned('contract', say('no-signature')),
    };
  }
  yield settled(proposed ?? { kind: 'function', name: 'solve', parameters: [{ name: 'value' }] }, 'model');
}

import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { EngineDeps } from '../engine-deps.ts';

/** Makes the program to mend the first candidate, with what is wrong with its text; it is observed like every other. */
export function* adoptOriginal(code: string, current: () => RunState, deps: EngineDeps): Generator<RunFact> {
  const { contract } = current();
  if (contract === null) return;
  const diagnostics = deps.language.check(code, contract);
  const syntax = diagnostics.find(({ severity, rule }) => severity === 'error' && rule === 'syntax');
  const place = syntax?.line === undefined ? '' : `line ${syntax.line}: `;
  const rejected = syntax === undefined ? null : { reason: 'syntax' as const, detail: `${place}${syntax.message}` };
  yield { type: 'candidate-add', id: 'c1', round: 0, sample: 0, seed: 0, recipe: 'original', code, rejected };
  if (diagnostics.length > 0) yield { type: 'candidate-check', candidate: 'c1', diagnostics };
}

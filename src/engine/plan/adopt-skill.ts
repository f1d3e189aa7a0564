import { recipeOfSkill } from '../../domain/candidate.ts';
import type { RunFact, RunSkill } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { EngineDeps } from '../engine-deps.ts';

/** Makes a kept program a candidate like any other: checked, and observed on the same calls. */
export function* adoptSkill({ name, code }: RunSkill, current: () => RunState, deps: EngineDeps): Generator<RunFact> {
  const { contract, candidates } = current();
  if (contract === null) return;
  const id = `c${candidates.length + 1}`;
  const diagnostics = deps.language.check(code, contract);
  const fatal = diagnostics.find(({ severity }) => severity === 'error');
  const reason = fatal?.rule === 'entry-missing' ? 'entry-missing' : 'syntax';
  const rejected = fatal === undefined ? null : ({ reason, detail: fatal.message } as const);
  yield { type: 'candidate-add', id, round: 0, sample: 0, seed: 0, recipe: recipeOfSkill(name), code, rejected };
  if (diagnostics.length > 0) yield { type: 'candidate-check', candidate: id, diagnostics };
}

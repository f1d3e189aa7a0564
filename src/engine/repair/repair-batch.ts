import type { RunState } from '../../domain/run-state.ts';
import { trustedTests } from '../../domain/verdict.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { Batch } from '../sample/recipes.ts';
import { taskText } from '../task-text.ts';
import { repairMessages } from './repair-prompt.ts';

/** One model call that asks for corrected versions of the round's parent; null when the parent has no code. */
export function repairBatch(state: RunState, parentId: string, seeds: readonly number[], deps: EngineDeps): Batch | null {
  const parent = state.candidates.find((candidate) => candidate.id === parentId);
  if (parent?.code === null || parent === undefined) return null;
  const context = state.request?.context;
  const assignment = {
    task: taskText(state),
    signature: state.signature,
    examples: trustedTests(state).flatMap((test) => (test.source === undefined ? [] : [test.source])),
    ...(context === undefined ? {} : { context }),
  };
  return {
    recipe: 'repair',
    prefill: '',
    request: {
      form: 'chat',
      messages: repairMessages(state, parent, assignment, deps.language),
      seeds,
      temperature: state.request?.temperature ?? 0.8,
      maxTokens: deps.profile.maxTokens,
      stop: [],
    },
  };
}

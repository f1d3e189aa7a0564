import type { RunState } from '../../domain/run-state.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { assignmentOf } from '../prompts/assignment-of.ts';
import type { Batch } from '../sample/batch.ts';
import { repairMessages } from './repair-prompt.ts';

/** One model call that asks for corrected versions of the round's parent; null when the parent has no code. */
export function repairBatch(state: RunState, parentId: string, seeds: readonly number[], deps: EngineDeps): Batch | null {
  const parent = state.candidates.find((candidate) => candidate.id === parentId);
  if (parent?.code === null || parent === undefined) return null;
  return {
    recipe: 'repair',
    prefill: '',
    request: {
      form: 'chat',
      messages: repairMessages(state, parent, assignmentOf(state), deps.language),
      seeds,
      temperature: state.request?.temperature ?? 0.8,
      maxTokens: deps.profile.maxTokens,
      stop: [],
    },
  };
}

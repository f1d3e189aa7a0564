import type { RunState } from '../../domain/run-state.ts';
import { trustedTests } from '../../domain/verdict.ts';
import { taskText } from '../task-text.ts';
import type { Assignment } from './chat-prompt.ts';

/** What a run asks a program to be, for every prompt about programs: sampling and repair say the same. */
export function assignmentOf(state: RunState): Assignment {
  const context = state.request?.context;
  return {
    task: taskText(state),
    signature: state.signature,
    examples: trustedTests(state).flatMap((test) => (test.source === undefined ? [] : [test.source])),
    ...(context === undefined ? {} : { context }),
  };
}

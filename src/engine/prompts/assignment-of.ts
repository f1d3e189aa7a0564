import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { trustedTests } from '../../domain/verdict.ts';
import { taskText } from '../task-text.ts';
import type { Assignment } from './chat-prompt.ts';

/** What a run asks a program to be, for every prompt about programs: sampling and repair say the same. */
export function assignmentOf(state: RunState): Assignment {
  const trusted = trustedTests(state);
  const context = state.request?.context ?? firstContext(trusted);
  return {
    task: taskText(state),
    signature: state.signature,
    examples: trusted.flatMap((test) => (test.source === undefined ? [] : [test.source])),
    ...(context === undefined ? {} : { context }),
  };
}

/** The data of the first example, where examples are made of data. */
function firstContext(tests: readonly Test[]): string | undefined {
  const call = tests.map((test) => test.call).find(({ type }) => type === 'context');
  return call?.type === 'context' ? JSON.stringify(call.context) : undefined;
}

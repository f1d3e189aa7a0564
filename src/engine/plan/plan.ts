import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Language } from '../../ports/language.ts';
import { taskText } from '../task-text.ts';

/** Words that say something; fewer than this without a signature or example cannot be worked on. */
const leastWords = 2;

/** Generate, revise or ask, by rules: what the request holds decides, so no model is needed for it. */
export function plan(state: RunState, language: Language): Extract<RunFact, { type: 'plan-end' }> {
  const request = state.request;
  const task = taskText(state);
  const decided = (action: 'generate' | 'revise' | 'clarify', reason: string) =>
    ({ type: 'plan-end', action, by: 'rules', reason }) as const;
  if (request?.code !== undefined) return decided('revise', 'there is a program to work on');
  const words = task.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const concrete = request?.signature !== undefined || (request?.examples.length ?? 0) > 0 || language.findSignature(task) !== null;
  if (!concrete && words.length < leastWords) return decided('clarify', 'the request does not say what the program must do');
  return decided('generate', concrete ? 'the request names what to write' : 'the request describes what to write');
}

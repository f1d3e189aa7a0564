import type { Warning } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { say, warned } from '../../domain/said.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { formsFor } from '../sample/recipes.ts';
import { assignmentOf } from './assignment-of.ts';
import { promptCaps } from './chat-prompt.ts';
import { completionContextCap } from './completion-prompt.ts';

/** What of the person's texts is longer than prompts show: how much of it is left out, and what to do. */
export function cutWarnings(state: RunState, deps: EngineDeps): readonly Warning[] {
  const { task, context = '' } = assignmentOf(state);
  const forms = formsFor(state, deps);
  const inChat = forms.length === 0;
  const shown = inChat ? [promptCaps.data] : forms.map((form) => (form === 'completion-examples' ? completionContextCap : promptCaps.data));
  return [
    ...cut('data', context, shown),
    ...(inChat ? cut('request', task, [promptCaps.request]) : []),
    ...(inChat ? cut('program', state.request?.code ?? '', [promptCaps.program]) : []),
  ];
}

function cut(what: string, { length }: string, shown: readonly number[]): Warning[] {
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  if (length <= least) return [];
  const first = least === most ? `${most}` : `${least} to ${most}`;
  return [warned('prompt-cut', say('prompt-cut', { what, shown: first, length, left: length - most, atLeast: least !== most }))];
}

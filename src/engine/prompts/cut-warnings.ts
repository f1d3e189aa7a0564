import type { Warning } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
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
    ...cut('data', context, shown, 'Shorten the data to what a program has to know of them.'),
    ...(inChat ? cut('request', task, [promptCaps.request], 'Shorten the request.') : []),
    ...(inChat
      ? cut('program', state.request?.code ?? '', [promptCaps.program], 'Give the part that is to change, as a file of its own.')
      : []),
  ];
}

function cut(what: string, { length }: string, shown: readonly number[], advice: string): Warning[] {
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  if (length <= least) return [];
  const first = least === most ? `${most}` : `${least} to ${most}`;
  const detail = `Prompts show the first ${first} of the ${length} characters of the ${what}; ${length - most} or more are left out. ${advice}`;
  return [{ feature: 'prompt-cut', detail: least === most ? detail.replace(' or more are', ' are') : detail }];
}

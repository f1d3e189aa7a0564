import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Language } from '../../ports/language.ts';
import { decide } from '../decide/decide.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { taskText } from '../task-text.ts';

type PlanEnd = Extract<RunFact, { type: 'plan-end' }>;

/** Words that say something; fewer than this without a signature or example cannot be worked on. */
const leastWords = 2;
/** With so many words a request says enough to begin with. */
const plentyWords = 12;
/** What a request between the two comes to, as far as rules can tell. */
const usual = [0.8, 0.2] as const;

/**
 * Generate, revise or ask. What the request holds decides by rules; only a short one without signature or example is put to a
 * model, and to one that was measured to decide better than chance.
 */
export async function* plan(state: RunState, deps: EngineDeps, options: Abortable): AsyncGenerator<RunFact> {
  const settled = planByRules(state, deps.language);
  if (settled !== null) {
    yield settled;
    return;
  }
  const generate = { action: 'generate', reason: 'the request describes what to write' } as const;
  if (!deps.profile.decides || (state.request?.questions ?? 1) === 0) {
    yield { type: 'plan-end', by: 'rules', ...generate };
    return;
  }
  const { choice, record, warnings } = await decide(
    {
      kind: 'plan',
      text: {
        question: 'Does the request say what the program must do, so that it can be written?',
        data: [{ label: 'request', text: taskText(state) }],
      },
      options: [
        { id: 'generate', description: 'Yes, a programmer could write it now' },
        { id: 'clarify', description: 'No, a programmer would have to ask first' },
      ],
      rules: usual,
      fallback: 'generate',
      subject: null,
    },
    deps,
    options,
  );
  for (const warning of warnings) yield { type: 'warning', warning };
  const unclear = { action: 'clarify', reason: 'the model finds that the request does not say what the program must do' } as const;
  yield { type: 'plan-end', by: record.by, ...(choice === 'clarify' ? unclear : generate), decision: record };
}

/** Null where rules cannot tell. */
function planByRules(state: RunState, language: Language): PlanEnd | null {
  const { request } = state;
  const task = taskText(state);
  const decided = (action: PlanEnd['action'], reason: string): PlanEnd => ({ type: 'plan-end', action, by: 'rules', reason });
  if (request?.code !== undefined) return decided('revise', 'there is a program to work on');
  if (request?.signature !== undefined || (request?.examples.length ?? 0) > 0 || language.findSignature(task) !== null) {
    return decided('generate', 'the request names what to write');
  }
  const words = task.match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length < leastWords) return decided('clarify', 'the request does not say what the program must do');
  return words.length < plentyWords ? null : decided('generate', 'the request describes what to write');
}

import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { becauseOf, type Said, say } from '../../domain/said.ts';
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
  const generate = { action: 'generate', ...becauseOf(say('plan-describes')) } as const;
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
  const unclear = { action: 'clarify', ...becauseOf(say('plan-unclear-to-model')) } as const;
  yield { type: 'plan-end', by: record.by, ...(choice === 'clarify' ? unclear : generate), decision: record };
}

/** Null where rules cannot tell. */
function planByRules(state: RunState, language: Language): PlanEnd | null {
  const { request } = state;
  const task = taskText(state);
  const decided = (action: PlanEnd['action'], said: Said): PlanEnd => ({ type: 'plan-end', action, by: 'rules', ...becauseOf(said) });
  if (request?.code !== undefined) return decided('revise', say('plan-revises'));
  if (request?.signature !== undefined || (request?.examples.length ?? 0) > 0 || language.findSignature(task) !== null) {
    return decided('generate', say('plan-names'));
  }
  const words = task.match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length < leastWords) return decided('clarify', say('plan-unclear'));
  return words.length < plentyWords ? null : decided('generate', say('plan-describes'));
}

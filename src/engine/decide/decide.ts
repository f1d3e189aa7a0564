import type { DecisionRecord } from '../../domain/decision-record.ts';
import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Option } from '../../ports/model.ts';
import { failsOneQuestion } from '../failed-question.ts';
import { askAboutMany, type Question } from './ask-about-many.ts';
import type { Asked } from './ask-model.ts';
import type { DecideDeps } from './decide-deps.ts';
import { type Distribution, likeliest, together } from './distribution.ts';
import { leastLabelMass, type QuestionKind, thresholds } from './question-kinds.ts';
import { optionsAsData, type QuestionText, questionPrompt } from './question-text.ts';

export type DecisionQuestion<C extends string> = {
  readonly kind: QuestionKind;
  readonly text: QuestionText;
  /** Ids are distinct. Descriptions may be anyone's: they are shown as quoted, capped data. */
  readonly options: readonly Option<C>[];
  /** What rules make of it: one probability an option. */
  readonly rules: Distribution;
  /** The cautious option: taken when none reaches the threshold of its kind. */
  readonly fallback: C;
  /** The run or skill that the decision is made for. */
  readonly subject: string | null;
};

export type Decided<C extends string> = {
  readonly choice: C;
  /** One an option, in their order. */
  readonly distribution: Distribution;
  readonly record: DecisionRecord;
  readonly warnings: readonly Warning[];
};

/**
 * Chooses one of the options. A model that was measured to decide better than chance is asked, in several orders, and its
 * probabilities are multiplied with those of the rules; one that decides no better, or was not
 * about to name a label at all, leaves it to the rules. `choice` is the likeliest option where it reaches the threshold of the
 * question's kind, else the fallback. Throws `RangeError` for fewer than two options, `AppError` when the model cannot be reached,
 * or `signal.reason`.
 */
export async function decide<const C extends string>(
  question: DecisionQuestion<C>,
  deps: DecideDeps,
  abortable: Abortable = {},
): Promise<Decided<C>> {
  const { kind, options, rules, subject } = question;
  const fallback = options.findIndex(({ id }) => id === question.fallback);
  if (options.length < 2 || fallback < 0 || new Set(options.map(({ id }) => id)).size < options.length)
    throw new RangeError('A decision has two or more options with distinct ids, and its fallback is one of them.');
  const prompt = questionPrompt(question.text);
  const shown = optionsAsData(options);
  const { asked, warnings } = await askIfGood({ prompt, options: shown, rules, fallback }, deps, abortable);
  const distribution = asked === null ? rules : deps.weighRules === false ? asked.distribution : together(rules, asked.distribution);
  const best = likeliest(distribution);
  const chosen = (distribution[best] ?? 0) >= thresholds[kind] ? best : fallback;
  const choice = options[chosen]?.id ?? question.fallback;
  const record: DecisionRecord = {
    id: deps.random.hex(8),
    at: deps.clock.now(),
    kind,
    by: asked === null ? 'rules' : 'model',
    model: asked === null ? null : (deps.model?.id ?? null),
    promptHash: asked === null ? null : deps.sha256(JSON.stringify([prompt, shown])).slice(0, 16),
    options: options.map(({ id }, at) => ({ id, probability: distribution[at] ?? 0 })),
    choice,
    labelMass: asked?.labelMass ?? null,
    calibrated: asked?.calibrated ?? false,
    outcome: null,
    subject,
  };
  return { choice, distribution, record, warnings };
}

async function askIfGood<C extends string>(
  question: Question<C>,
  { model, profile }: DecideDeps,
  abortable: Abortable,
): Promise<{ readonly asked: Asked | null; readonly warnings: readonly Warning[] }> {
  abortable.signal?.throwIfAborted();
  if (model === null || !profile.decides) return { asked: null, warnings: [] };
  const byRules = (why: string) => ({ asked: null, warnings: [warned('decisions', say('decides-by-rules', { why }))] });
  try {
    const asked = await askAboutMany(model, question, abortable);
    // Where probabilities can be had and did not come, an adapter has found hardly any on the labels.
    if (!asked.calibrated && model.capabilities.logprobs) return byRules(`${model.id} was not about to name an option`);
    if (asked.labelMass !== null && asked.labelMass < leastLabelMass) {
      return byRules(`${model.id} put only ${Math.round(asked.labelMass * 100)} % on the options`);
    }
    return { asked, warnings: [] };
  } catch (error) {
    abortable.signal?.throwIfAborted();
    if (!failsOneQuestion(error)) throw error;
    return byRules(error.message.replace(/[.\s]+$/u, ''));
  }
}

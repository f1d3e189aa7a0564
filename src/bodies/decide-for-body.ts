import type { Warning } from '../domain/run-event.ts';
import { contentWords } from '../engine/decide/content-words.ts';
import { type DecisionQuestion, decide } from '../engine/decide/decide.ts';
import type { DecideDeps } from '../engine/decide/decide-deps.ts';
import { softmax } from '../engine/decide/distribution.ts';
import { nearness } from '../engine/decide/word-index.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import type { DecideForBody } from './body-host.ts';

/** How far words in common tell options apart, where no model does: a guess, not fitted. */
const steep = 6;

/** Decisions that a body asks for, made as all are, and kept in the log under the skill's name. */
export function createDecideForBody(
  skill: string,
  deps: DecideDeps,
  records: Pick<SkillRecords, 'addDecision'>,
  onWarning: (warning: Warning) => void,
): DecideForBody {
  return async ({ state, question, options }, abortable) => {
    const [first] = options;
    if (first === undefined) throw new RangeError('a decision without options');
    if (options.length === 1) {
      return { id: 'only-option', question, selected: first.id, probabilities: { [first.id]: 1 }, calibrated: false };
    }
    const documents = options.map(({ id, description }, at) => ({
      ...{ id: String(at), main: contentWords(id.replaceAll(/[_-]/g, ' ')) },
      more: contentWords(description),
    }));
    const near = nearness(documents, contentWords(`${state} ${question}`));
    const asked: DecisionQuestion<string> = {
      ...{ kind: 'skill-body', options, fallback: first.id, subject: skill },
      text: {
        question: 'Which option answers the question about the state?',
        data: [
          { label: 'state', text: state },
          { label: 'question', text: question },
        ],
      },
      rules: softmax(options.map((_option, at) => steep * (near.get(String(at)) ?? 0))),
    };
    const decided = await decide(asked, deps, abortable);
    for (const warning of decided.warnings) onWarning(warning);
    await records.addDecision(decided.record);
    const probabilities = Object.fromEntries(options.map(({ id }, at) => [id, decided.distribution[at] ?? 0]));
    return { id: decided.record.id, question, selected: decided.choice, probabilities, calibrated: decided.record.calibrated };
  };
}

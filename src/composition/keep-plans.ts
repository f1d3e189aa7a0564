import type { DecisionRecord } from '../domain/decision-record.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { recordedSearch } from './recorded-search.ts';

/**
 * The search, with what a model decided of a run's plan kept among the decisions too. A run that succeeds shows that it was right to
 * begin; of one that asked or failed nobody knows.
 */
export function keepPlans(records: () => Promise<SkillRecords>): typeof recordedSearch {
  return async function* keeping(state, tools, options) {
    let decision: DecisionRecord | undefined = state.plan?.decision;
    for await (const item of recordedSearch(state, tools, options)) {
      if (item.type === 'plan-end' && item.decision !== undefined) {
        decision = item.decision;
        await (await records()).addDecision(decision);
      }
      if (item.type === 'run-end' && item.outcome === 'success' && decision?.choice === 'generate') {
        await (await records()).setOutcome(decision.id, 'generate');
      }
      yield item;
    }
  };
}

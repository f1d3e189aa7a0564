import type { DecisionRecord } from '../../domain/decision-record.ts';
import type { SkillRecords } from '../../ports/skill-records.ts';
import { none } from './route.ts';

/** What turned out, as far as anybody knows; absent: nobody does. */
export type Truth = {
  /** Path of the category that a request belongs to; null: none of those that there were. */
  readonly category?: string | null;
  /** The skill that does what was asked; null: none of those that there were. */
  readonly skill?: string | null;
  /** A skill that was taken for the right one and is not. */
  readonly notSkill?: string;
};

/** Keeps decisions, oldest first, so that they can be judged. */
export async function keepDecisions(records: SkillRecords, decisions: readonly DecisionRecord[]): Promise<void> {
  for (const decision of decisions) await records.addDecision(decision);
}

/** The decisions of one route with what each should have been, where `truth` says it. */
export function judged(decisions: readonly DecisionRecord[], truth: Truth): readonly DecisionRecord[] {
  const outcomes = new Map(outcomesOf(decisions, truth).map(({ id, outcome }) => [id, outcome]));
  return decisions.map((decision) => ({ ...decision, outcome: outcomes.get(decision.id) ?? decision.outcome }));
}

/**
 * Says of kept decisions of one route what each should have been. The guard is right about `same` when the skill passed the trusted
 * examples of the request: `{ skill: name }`; when it failed them, `{ notSkill: name }`.
 */
export async function settleDecisions(records: SkillRecords, decisions: readonly DecisionRecord[], truth: Truth): Promise<void> {
  for (const { id, outcome } of outcomesOf(decisions, truth)) await records.setOutcome(id, outcome);
}

/** The right option of each decision of one route that `truth` says something of. */
export function outcomesOf(
  decisions: readonly DecisionRecord[],
  truth: Truth,
): readonly { readonly id: string; readonly outcome: string }[] {
  let guarded: string | null = null;
  return decisions.flatMap((decision) => {
    if (decision.kind === 'skill-leaf') guarded = decision.choice;
    const outcome = outcomeOf(decision, truth, guarded);
    return outcome === null ? [] : [{ id: decision.id, outcome }];
  });
}

function outcomeOf({ kind, options }: DecisionRecord, truth: Truth, guarded: string | null): string | null {
  const offered = (id: string): boolean => options.some((option) => option.id === id);
  switch (kind) {
    case 'skill-category':
      return truth.category === undefined ? null : rightBranch(options, truth.category);
    case 'skill-leaf':
      if (truth.skill === undefined) return null;
      return truth.skill !== null && offered(truth.skill) ? truth.skill : none;
    case 'same-or-different':
      if (guarded === null) return null;
      if (guarded === truth.notSkill) return 'different';
      return truth.skill === undefined ? null : guarded === truth.skill ? 'same' : 'different';
    default:
      return null;
  }
}

/** Null where the way had left the right branch before. */
function rightBranch(options: DecisionRecord['options'], category: string | null): string | null {
  const paths = options.map(({ id }) => id).filter((id) => id !== none);
  const node = paths[0]?.split('/').slice(0, -1).join('/') ?? '';
  if (category === null || category === node) return node === (category ?? '') ? none : null;
  const branch = paths.find((path) => category === path || category.startsWith(`${path}/`));
  return branch ?? (node === '' || category.startsWith(`${node}/`) ? none : null);
}

import { canonicalJson } from '../domain/canonical-json.ts';
import type { Json } from '../domain/json.ts';
import type { BodyAnswer, BodyAsk } from '../domain/skill-body.ts';

/** One thing that a body asked for and got, so that a phase that starts again does nothing twice. */
export type JournalEntry = { readonly ask: string; readonly answer: Json };

/**
 * What was answered before a pause. A phase that runs again from its start gets the same answers as long as it asks the same
 * in the same order; from the first difference on it asks anew.
 */
export class Journal {
  readonly entries: JournalEntry[] = [];
  private readonly before: readonly JournalEntry[];
  private same = true;

  constructor(before: readonly JournalEntry[]) {
    this.before = before;
  }

  async answer(ask: BodyAsk, asked: () => Promise<BodyAnswer>): Promise<BodyAnswer> {
    const { id: _id, ...what } = ask;
    const key = canonicalJson(what);
    const known = this.same ? this.before[this.entries.length] : undefined;
    this.same = known?.ask === key;
    const answer = known !== undefined && this.same ? (known.answer as BodyAnswer) : await asked();
    this.entries.push({ ask: key, answer: answer as Json });
    return answer;
  }
}

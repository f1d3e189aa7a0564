import type { Candidate } from '../../domain/candidate.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import type { RunState } from '../../domain/run-state.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';

/** A way to show solved examples: as a chat or as one text, which ones, and how many nearer ones are passed over (in pages). */
export type Arm = {
  readonly form: 'chat-prefill-examples' | 'completion-examples';
  readonly by: 'words' | 'shape';
  readonly page: number;
};

/** The forms with shown examples that a model does better with than with a bare chat turn: a round uses all of them. */
export function exampleForms(recipes: ModelProfile['recipes']): readonly Arm['form'][] {
  const forms: Arm['form'][] = [];
  for (const form of recipes) {
    if (form === 'chat') break;
    forms.push(form);
  }
  return forms;
}

/** The name under which candidates remember how they were asked for. */
export function armName({ form, by, page }: Arm): string {
  return `${form === 'completion-examples' ? 'completion-' : ''}examples-by-${by}${page === 0 ? '' : `-page-${page + 1}`}`;
}

/** Whether a candidate was asked for by shown examples. */
export const isByExamples = ({ recipe }: Candidate): boolean => /^(?:completion-)?examples-by-/.test(recipe);

/** The arms of one page in the order in which they are tried: neighbours differ in as much as they can. */
export function pageOfArms(forms: readonly Arm['form'][], page: number): readonly Arm[] {
  const straight = forms.map((form, index): Arm => ({ form, by: index % 2 === 0 ? 'words' : 'shape', page }));
  return [...straight, ...straight.map(({ form, by }): Arm => ({ form, by: by === 'words' ? 'shape' : 'words', page }))];
}

/** Most arms that a round goes back to. */
const mostProven = 2;

/** Of the arms tried before `round`, those with samples that pass every trusted test, the highest share of such samples first. */
export function provenArms(state: RunState, round: number, forms: readonly Arm['form'][]): readonly Arm[] {
  const trusted = trustedTests(state);
  if (trusted.length === 0) return [];
  const tried = Array.from({ length: round }, (_, page) => pageOfArms(forms, page)).flat();
  const earlier = state.candidates.filter((candidate) => candidate.round < round);
  return tried
    .map((arm) => {
      const samples = earlier.filter(({ recipe }) => recipe === armName(arm));
      const passing = samples.filter(
        (candidate) => candidate.rejected === null && trusted.every((test) => judge(state, candidate, test) === 'passed'),
      );
      return { arm, share: samples.length === 0 ? 0 : passing.length / samples.length };
    })
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .slice(0, mostProven)
    .map(({ arm }) => arm);
}

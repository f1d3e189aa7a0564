import type { Diagnostic } from './diagnostic.ts';
import type { IntegrityClass, Termination } from './execution.ts';
import type { Observation } from './observation.ts';

export type RejectionReason = 'empty' | 'truncated' | 'no-code' | 'syntax' | 'wrong-language' | 'ambiguous' | 'refusal' | 'entry-missing';

const skillRecipe = 'skill:';

/** The recipe of a candidate that is a kept program. */
export const recipeOfSkill = (name: string): string => `${skillRecipe}${name}`;

/** The name of the kept program that a candidate is; null for one that was written. */
export const skillOfRecipe = (recipe: string): string | null => (recipe.startsWith(skillRecipe) ? recipe.slice(skillRecipe.length) : null);

/** One sampled program and all that is known of it. */
export type Candidate = {
  /** `c1`, `c2`, … in order of arrival. */
  readonly id: string;
  readonly round: number;
  readonly sample: number;
  readonly seed: number;
  /** How the prompt was made, e.g. `chat`, `nearest-examples`; `original` and `skill:NAME` for programs that were there. */
  readonly recipe: string;
  /** The candidate that a repair started from. */
  readonly parent?: string;
  readonly code: string | null;
  /** The same program up to white space was seen before: it shares that one's observations and adds weight. */
  readonly duplicateOf?: string;
  readonly rejected: { readonly reason: RejectionReason; readonly detail: string } | null;
  /** Mean log probability of its tokens, where the backend shows it. */
  readonly logprob?: number;
  readonly diagnostics: readonly Diagnostic[];
  /** One entry an observed call, by call index; later observations of the same call come in `repeats`. */
  readonly observations: readonly Observation[];
  readonly repeats: readonly Observation[];
  readonly termination?: Termination;
  /** The longest look so far: a shorter one at a further call takes nothing back. */
  readonly cpuSeconds?: number;
  readonly stderr?: string;
  /** `shared`: some of what is known was seen beside the person's own tests. */
  readonly integrity?: IntegrityClass;
};

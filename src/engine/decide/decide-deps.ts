import type { Json } from '../../domain/json.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';

/** What a decision may touch. */
export type DecideDeps = {
  /** The deciding model; null where there is none: rules decide. */
  readonly model: Model | null;
  /** What was measured of it: a model that decides no better than chance is not asked. */
  readonly profile: Pick<ModelProfile, 'decides'>;
  /** False: a model that is asked decides alone; to measure it. */
  readonly weighRules?: boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** SHA-256 of a text, lower-case hex. */
  readonly sha256: (text: string) => string;
};

/** What naming a skill may touch. */
export type NamingDeps = DecideDeps & {
  /** The JSON values of a reply, in order, with what models get wrong about JSON mended. */
  readonly jsonIn: (reply: string) => readonly Json[];
};

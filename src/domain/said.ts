import { z } from 'zod';
import { choiceSayings } from './sayings/choice.ts';
import { findingSayings } from './sayings/findings.ts';
import { machineSayings } from './sayings/machine.ts';
import { modelWarnings } from './sayings/model-warnings.ts';
import { runSayings } from './sayings/run.ts';

/** What Anneal says in sentences that a person meets: each by a code, in English. A surface that speaks another language words the code. */
const sayings = { ...choiceSayings, ...findingSayings, ...machineSayings, ...modelWarnings, ...runSayings } as const;

type Sayings = typeof sayings;
export type SaidCode = keyof Sayings;
type Given<K extends SaidCode> = Sayings[K] extends (values: infer V extends SaidValues) => string ? [values: V] : [];
export type SaidValues = Readonly<Record<string, string | number | boolean | null>>;

/** A sentence as a code and what stands in it. Those of a stored run may be of another version. */
export type Said = { readonly code: string; readonly values: SaidValues };

/** The words of another language for every code, with the same values. */
export type Wording = {
  readonly [K in SaidCode]: Sayings[K] extends (values: infer V extends SaidValues) => string ? string | ((values: V) => string) : string;
};

export const say = <K extends SaidCode>(code: K, ...[values]: Given<K>): Said => ({ code, values: values ?? {} });

/** The sentences one behind another. */
export const inEnglish = (said: readonly Said[]): string => said.map(sentence).join('; ');

function sentence({ code, values }: Said): string {
  const wording: string | ((values: never) => string) | undefined = Object.hasOwn(sayings, code) ? sayings[code as SaidCode] : undefined;
  return typeof wording === 'function' ? wording(values as never) : (wording ?? code);
}

/** `detail` in English, and beside it what it says. */
export const warned = (feature: string, ...detailSaid: readonly Said[]) =>
  ({ feature, detail: inEnglish(detailSaid), detailSaid }) as const;

/** A reason in English, and beside it what it says. */
export const becauseOf = (...reasonSaid: readonly Said[]) => ({ reason: inEnglish(reasonSaid), reasonSaid }) as const;

/** The field beside a sentence; absent where the sentence is in the words of somebody else. */
export const saidSchema = z
  .array(z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])) }))
  .readonly()
  .optional();

import type { Decision, Option } from '../../ports/model.ts';
import { optionLabels, uncalibratedChoice } from '../label-probabilities.ts';
import { asRecord, asString } from '../read-json.ts';

export type DecideRequest<C extends string> = { readonly prompt: string; readonly options: readonly Option<C>[] };

/** Throws `RangeError` for a decision that cannot be labelled. */
export function checkOptions(options: readonly unknown[]): void {
  if (options.length >= 2 && options.length <= optionLabels.length) return;
  throw new RangeError(`A decision has 2 to ${optionLabels.length} options, not ${options.length}.`);
}

/** `{"answer": "B"}` and nothing else: holds an answer to the labels where probabilities are not to be had. */
export function choiceSchema(options: readonly unknown[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: { answer: { type: 'string', enum: optionLabels.slice(0, options.length) } },
    required: ['answer'],
    additionalProperties: false,
  };
}

/** The choice in `{"answer": "B"}`; a server that ignores the schema may answer with the bare letter. The first one when it names none. */
export function readChoice<C extends string>(options: readonly Option<C>[], text: string): Decision<C> {
  const labels: readonly string[] = optionLabels.slice(0, options.length);
  return uncalibratedChoice(options, Math.max(0, labels.indexOf(labelIn(text) ?? '')));
}

function labelIn(text: string): string | null {
  try {
    return asString(asRecord(JSON.parse(text)).answer);
  } catch {
    return /\b([A-H])\b/u.exec(text)?.[1] ?? null;
  }
}

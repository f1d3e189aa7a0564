import { printableLine } from '../../../domain/printable.ts';
import type { RunError, Warning } from '../../../domain/run-event.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { failuresInRussian, inRussian, warningsInRussian } from '../../../domain/said-in-russian.ts';
import type { Tongue } from '../../../domain/texts.ts';
import { isRussian, messageText } from '../../../engine/task-text.ts';

/** The language of a text, as far as answers are worded in it. */
export const tongueOf = (text: string): Tongue => (isRussian(text) ? 'ru' : 'en');

/** The language that a run answers in. */
export const tongueOfRun = (state: Pick<RunState, 'request' | 'answers'>): Tongue => tongueOf(messageText(state));

/** A sentence of a fact in that language; as it is where nobody translated it. */
export const said = (sentence: string, tongue: Tongue): string => (tongue === 'ru' ? (inRussian(sentence) ?? sentence) : sentence);

/** A warning of a run as its line. */
export function warningLine({ feature, detail }: Warning, tongue: Tongue): string {
  const line = printableLine(said(detail, tongue));
  return tongue === 'ru' ? `предупреждение: ${warningsInRussian[feature] ?? feature}: ${line}` : `warning: ${feature}: ${line}`;
}

/** An error of a run, begun in that language; its own words say where and what exactly. */
export function failureIn<E extends Pick<RunError, 'message'> & { readonly code: string }>(error: E, tongue: Tongue): E {
  const known: string | undefined = tongue === 'ru' ? (failuresInRussian as Readonly<Record<string, string>>)[error.code] : undefined;
  if (known === undefined) return error;
  const message = inRussian(error.message);
  return { ...error, message: message ?? `${known} ${error.message}` };
}

import type { RunState } from '../domain/run-state.ts';
import { readExample } from '../engine/tests/read-example.ts';
import type { Language } from '../ports/language.ts';

/** Why a typed value cannot be what the question's call gives; null when it can, or when any text is an answer. */
export function answerFault(
  { question, contract }: Pick<RunState, 'question' | 'contract'>,
  value: string,
  language: Language,
): string | null {
  const call = question?.call ?? null;
  const typed = value.trim();
  if (call === null || contract === null) return null;
  const example = /^raises\b/.test(typed) ? `${call} ${typed}` : `${call} == ${typed}`;
  const reading = readExample(example, contract.entry, language);
  return reading.ok ? null : `no value of ${language.title}: write it as in a program, for example 3, "text" or raises ValueError`;
}

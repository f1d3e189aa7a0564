import type { RunState } from '../domain/run-state.ts';
import { readExample } from '../engine/tests/read-example.ts';
import type { Language } from '../ports/language.ts';
import type { RequestReading, RequestText } from './read-request-text.ts';

type Asked = Pick<RunState, 'question' | 'contract' | 'language' | 'request'>;

/** A typed value as the test that it would be; null where any text is an answer. */
function exampleOf({ question, contract }: Pick<RunState, 'question' | 'contract'>, value: string): string | null {
  const call = question?.call ?? null;
  const typed = value.trim();
  if (call === null || contract === null) return null;
  return /^raises\b/.test(typed) ? `${call} ${typed}` : `${call} == ${typed}`;
}

const noValue = (title: string): string =>
  `no value of ${title}: write it as in a program, for example 3 or "text"; where it is an error: raises`;

/** Why a typed value cannot be what the question's call gives; null when it can, or when any text is an answer. */
export function answerFault(state: Pick<RunState, 'question' | 'contract'>, value: string, language: Language): string | null {
  const example = exampleOf(state, value);
  if (example === null || state.contract === null) return null;
  return readExample(example, state.contract.entry, language).ok ? null : noValue(language.title);
}

/** The same for a value of a stranger: it is read where reading may take long and holds up nobody. */
export async function strangersAnswerFault(
  state: Asked,
  value: string,
  title: string,
  read: (text: RequestText) => Promise<RequestReading>,
): Promise<string | null> {
  const example = exampleOf(state, value);
  const profile = state.request?.profile;
  const reading = await read({
    language: state.language ?? 'python',
    ...(profile === undefined ? {} : { profile }),
    // A run reads an answer in words with its request.
    ...(example === null ? { task: value, examples: [] } : { task: '', examples: [example] }),
    ...(state.contract === null ? {} : { entry: state.contract.entry }),
  });
  if (reading.ok) return null;
  return example === null || reading.field === 'body' ? reading.reason : noValue(title);
}

import type { RunState } from '../domain/run-state.ts';

/** What the person asked for, with what they added when asked back. */
export function taskText(state: RunState): string {
  const additions = state.answers.flatMap(({ question, value }) =>
    question.callIndex === undefined && value !== undefined ? [value] : [],
  );
  return [state.request?.task ?? '', ...additions].join('\n');
}

/** The language that a person wrote in, as far as the wording of answers goes. */
export const isRussian = (text: string): boolean => /[А-Яа-яЁё]{2}/.test(text);

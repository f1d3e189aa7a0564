import type { RunState } from '../domain/run-state.ts';

type Asked = Pick<RunState, 'request' | 'answers'>;

/** What the person asked for, with what they added when asked back. */
export const taskText = (state: Asked): string => withAdditions(state, state.request?.task ?? '');

/** The same without the conversation before it: what was said in this turn. */
export const messageText = (state: Asked): string => withAdditions(state, state.request?.message ?? state.request?.task ?? '');

function withAdditions(state: Asked, text: string): string {
  const additions = state.answers.flatMap(({ question, value }) =>
    question.callIndex === undefined && value !== undefined ? [value] : [],
  );
  return [text, ...additions].join('\n');
}

/** What a person quotes is data: a string, a name, a block of code. */
const quoted = /```[\s\S]*?(?:```|$)|`[^`\n]*`|"[^"\n]*"|'[^'\n]*'|«[^«»\n]*»/gu;

/** The language that a person wrote in, as far as the wording of answers goes: Russian, or else English. */
export const isRussian = (text: string): boolean => /[А-Яа-яЁё]{2}/u.test(text.replace(quoted, ' '));

import { useCallback, useState } from 'react';
import type { RunState } from '../../../../src/domain/run-state.ts';

/** What was chosen or typed here at a question. */
export type OwnAnswer = { readonly chosen: string | null; readonly typed: string; readonly isSent: boolean };

export type OwnAnswers = {
  readonly of: (question: string) => OwnAnswer;
  readonly note: (question: string, change: Partial<OwnAnswer>) => void;
  /** The last question that was open here and that somebody else answered otherwise; null where that did not happen. */
  readonly lost: LostAnswer | null;
};

/** `mine` is empty where nothing was chosen or typed. */
export type LostAnswer = { readonly asked: string; readonly answer: string; readonly mine: string; readonly isSent: boolean };

const nothing: OwnAnswer = { chosen: null, typed: '', isSent: false };

/** Answers of this tab, by question: they outlast the question, so that whoever comes too late can be told. */
export function useOwnAnswers(state: RunState): OwnAnswers {
  const [own, setOwn] = useState<ReadonlyMap<string, OwnAnswer>>(new Map());
  const note = useCallback(
    (question: string, change: Partial<OwnAnswer>) =>
      setOwn((before) => new Map(before).set(question, { ...nothing, ...before.get(question), ...change })),
    [],
  );
  return { of: (question) => own.get(question) ?? nothing, note, lost: lostAmong(state, own) };
}

function lostAmong({ answers }: RunState, own: ReadonlyMap<string, OwnAnswer>): LostAnswer | null {
  const last = answers.findLast(({ question }) => own.has(question.id));
  const mine = own.get(last?.question.id ?? '');
  if (last === undefined || mine === undefined) return null;
  const { question, optionId, value } = last;
  const optionValue = (id: string): string => question.options.find((option) => option.id === id)?.value ?? id;
  const given = mine.chosen === null ? mine.typed.trim() : optionValue(mine.chosen);
  const answer = value ?? optionValue(optionId ?? '');
  if (mine.isSent && given === answer.trim()) return null;
  return { asked: question.call ?? question.text, answer, mine: given, isSent: mine.isSent };
}

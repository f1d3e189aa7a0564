import { callAnswers, emptyAnswerCache } from '../../../../src/domain/call-answers.ts';
import type { Candidate } from '../../../../src/domain/candidate.ts';
import { describeCall, describeObservation } from '../../../../src/domain/describe-evidence.ts';
import type { Question } from '../../../../src/domain/run-event.ts';
import { columnsOf, isOut } from '../../../../src/domain/run-grid.ts';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { valueFormat } from '../../run/value-format.ts';

export type QuestionOption = {
  readonly id: string;
  readonly value: string;
  readonly support: number;
  readonly programs: number;
  readonly raised: boolean;
  /** A line that its programs share and the others' lack. */
  readonly line: string | null;
};
export type Difference = { readonly call: string; readonly values: readonly string[] };

/** As long as the engine writes answers, so that both are the same text. */
const longestAnswer = 4000;
const mostDifferences = 6;

/** What stands behind each answer: how many programs, which line, and where else their programs differ. */
export function questionOptions(state: RunState, question: Question) {
  const answers = callAnswers(state, emptyAnswerCache());
  const format = valueFormat(state.language, state.contract, longestAnswer);
  const index = question.callIndex ?? -1;
  const ran = state.candidates.filter((candidate) => !isOut(candidate));
  const saying = (value: string): readonly Candidate[] =>
    ran.filter((candidate) => {
      const seen = answers.observation(candidate, index);
      return seen !== undefined && describeObservation(seen, { type: 'unknown' }, format) === value;
    });
  const speakers = question.options.map(({ value }) => saying(value));
  const speakerOf = (at: number): Candidate | undefined =>
    speakers[at]?.find(({ id }) => state.selection?.clusters.some(({ members }) => members[0] === id)) ?? speakers[at]?.[0];
  const options = question.options.map((option, at): QuestionOption => {
    const seen = speakerOf(at) === undefined ? undefined : answers.observation(speakerOf(at) as Candidate, index);
    return {
      ...option,
      programs: speakers[at]?.length ?? 0,
      raised: seen?.outcome.type === 'raised',
      line: ownLine(
        speakers[at] ?? [],
        speakers.flatMap((others, place) => (place === at ? [] : others)),
      ),
    };
  });
  const short = valueFormat(state.language, state.contract, 80);
  const differences: Difference[] = [];
  for (const { call } of columnsOf(state, answers)) {
    const known = state.calls[call];
    if (call === index || known === undefined || differences.length >= mostDifferences) continue;
    const seen = question.options.map((_option, at) => {
      const speaker = speakerOf(at);
      return speaker === undefined ? undefined : answers.observation(speaker, call);
    });
    const values = seen.map((observation) =>
      observation === undefined ? '' : describeObservation(observation, { type: 'unknown' }, short),
    );
    if (new Set(values.filter((value) => value !== '')).size > 1) differences.push({ call: describeCall(known), values });
  }
  return { options, differences, programs: ran.length };
}

/** The first line that all programs of one answer share and that those of the others lack. */
function ownLine(own: readonly Candidate[], others: readonly Candidate[]): string | null {
  const linesOf = ({ code }: Candidate): readonly string[] => (code ?? '').split('\n').map((text) => text.trim());
  const theirs = new Set(others.flatMap(linesOf));
  const [first, ...rest] = own.map(linesOf);
  return first?.find((text) => text.length > 3 && !theirs.has(text) && rest.every((lines) => lines.includes(text))) ?? null;
}

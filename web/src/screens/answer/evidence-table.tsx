import { useState } from 'react';
import type { CallAnswers } from '../../../../src/domain/call-answers.ts';
import type { Candidate } from '../../../../src/domain/candidate.ts';
import { describeCall, describeExpected, describeObservation, type FormatValue } from '../../../../src/domain/describe-evidence.ts';
import { type Column, isOut } from '../../../../src/domain/run-grid.ts';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { type Test, trustedOrigins } from '../../../../src/domain/test.ts';
import { judge } from '../../../../src/domain/verdict.ts';
import { useTexts } from '../../i18n/language.tsx';
import { AnswerShape, Glyph } from '../../parts/glyph.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { answerText } from './answer.text.ts';

type Props = {
  readonly state: RunState;
  readonly selected: Candidate | null;
  readonly columns: readonly Column[];
  readonly answers: CallAnswers;
  readonly format: FormatValue;
  readonly onCorrect: (call: string, observed: string) => void;
};

const shownFirst = 10;
const mostShapes = 12;
/** Characters of a call that fit beside all else. */
const shortCall = 26;

/** Every call with what was expected, by whom, what the chosen program gave, and what all gave. */
export function EvidenceTable({ state, selected, columns, answers, format, onCorrect }: Props) {
  const text = useTexts(answerText);
  const [isAll, setAll] = useState(false);
  const rows = isAll ? columns : columns.slice(0, shownFirst);
  const level = state.sandbox?.level ?? 'L0';
  return (
    <section className="plate" aria-labelledby="evidence">
      <div className="head">
        <h2 id="evidence">{text.evidence}</h2>
        <span className="text-label text-ink-3">{selected?.integrity === 'shared' ? text.whereShared(level) : text.where(level)}</span>
        <span className="ml-auto text-label text-ink-3">{text.calls(columns.length)}</span>
      </div>
      <div className="overflow-x-auto mt-1">
        <table className="table fold evidence">
          <thead>
            <tr>
              {[text.call, text.expected, text.from, text.observed, text.all, text.result].map((head) => (
                <th key={head} scope="col" className={head === text.all ? 'programs' : undefined}>
                  {head}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">{text.correct}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((column) => (
              <EvidenceRow key={column.call} {...{ state, selected, column, answers, format, onCorrect }} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="foot flex flex-wrap justify-between gap-2 items-center">
        <span>{text.correctHint}</span>
        {!isAll && columns.length > shownFirst && (
          <button type="button" className="btn small" onClick={() => setAll(true)}>
            {text.more(columns.length - shownFirst)}
          </button>
        )}
      </div>
    </section>
  );
}

function EvidenceRow({ state, selected, column, answers, format, onCorrect }: Omit<Props, 'columns'> & { readonly column: Column }) {
  const text = useTexts(answerText);
  const known = state.calls[column.call];
  const test = bestTest(column.tests);
  const observation = selected === null ? undefined : answers.observation(selected, column.call);
  const observed = observation === undefined ? null : describeObservation(observation, test?.expected ?? { type: 'unknown' }, format);
  const ran = state.candidates.filter((candidate) => !isOut(candidate) && answers.observation(candidate, column.call) !== undefined);
  const ranks = ran.map((candidate) => answers.rank(candidate, column.call)).sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b));
  const own = selected === null ? -1 : answers.rank(selected, column.call);
  const alike = ranks.filter((rank) => rank === own).length;
  const call = known === undefined ? '' : describeCall(known);
  const verdict = selected === null || test === null ? 'unknown' : judge(state, selected, test);
  const isLocked = column.kind === 'locked';
  return (
    <tr>
      <td className={call.length > shortCall ? 'call' : 'call short'}>
        <ProgramText text={call.slice(0, 300)} />
      </td>
      <td className="value expected" data-is={text.expected}>
        {test === null ? (
          <span className="text-ink-3">{text.nothing}</span>
        ) : (
          <ProgramText text={describeExpected(test.expected).slice(0, 300)} />
        )}
      </td>
      <td className="text-label text-ink-2 whitespace-nowrap hide">
        {isLocked && <Icon name="lock" />}{' '}
        {test === null ? text.origin('fuzz') : isLocked ? text.origin(test.origin) : text.generated(test.votes)}
      </td>
      <td className="value" data-is={text.observed}>
        {observed === null ? '' : <ProgramText text={observed} />}
      </td>
      <td className="hide programs whitespace-nowrap">
        <span className="shapes" aria-hidden="true">
          {ranks.slice(0, mostShapes).map((rank, index) => {
            const hollow = answers.of(column.call)[rank]?.observation.outcome.type === 'raised';
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are a strip
            return rank < 0 ? <Glyph key={index} name="limit" /> : <AnswerShape key={index} rank={rank} hollow={hollow} />;
          })}
          {ranks.length > mostShapes && `+${ranks.length - mostShapes}`}
        </span>
        <span className="sr-only">{text.alike(alike, ranks.length)}</span>
      </td>
      <td className="verdict">
        <Result {...{ verdict, isLocked, alike, of: ranks.length }} />
      </td>
      <td className="correct">
        {known?.type === 'expression' && !isLocked && (
          <button
            type="button"
            className="btn plain small min-h-0 py-0.5"
            aria-label={text.correctRow(call)}
            onClick={() => onCorrect(call, observed ?? '')}
          >
            {text.correct}
          </button>
        )}
      </td>
    </tr>
  );
}

/** The test that speaks for a call: a trusted one, else the one of the most votes; null for a probe. */
function bestTest(tests: readonly Test[]): Test | null {
  const useful = tests.filter(({ expected }) => expected.type !== 'unknown');
  return useful.find(({ origin }) => trustedOrigins.has(origin)) ?? [...useful].sort((a, b) => b.votes - a.votes)[0] ?? null;
}

function Result({
  verdict,
  isLocked,
  alike,
  of,
}: {
  readonly verdict: string;
  readonly isLocked: boolean;
  readonly alike: number;
  readonly of: number;
}) {
  const text = useTexts(answerText);
  if (verdict === 'passed') {
    return (
      <span className="state">
        <Glyph name={isLocked ? 'met' : 'a'} className={isLocked ? 'text-cool' : 'text-ink-2'} /> {isLocked ? text.met : text.agrees}
      </span>
    );
  }
  if (verdict === 'failed' || verdict === 'missing') {
    return (
      <span className="state">
        <Glyph name={isLocked ? 'broken' : 'b'} className={isLocked ? 'text-ink' : 'text-warm'} /> {isLocked ? text.broken : text.differs}
      </span>
    );
  }
  return (
    <span className="state">
      <Glyph name="dot" className="text-ink-3" /> {text.alike(alike, of)}
    </span>
  );
}

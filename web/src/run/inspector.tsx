import type { CallAnswers } from '../../../src/domain/call-answers.ts';
import type { Candidate } from '../../../src/domain/candidate.ts';
import { describeExpected, describeObservation, type FormatValue } from '../../../src/domain/describe-evidence.ts';
import type { RunState } from '../../../src/domain/run-state.ts';
import { trustedOrigins } from '../../../src/domain/test.ts';
import { callText } from '../grid/short-call.ts';
import { useTexts } from '../i18n/language.tsx';
import { AnswerShape, letterOf } from '../parts/glyph.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProgramText } from '../parts/program-text.tsx';
import { panelText } from './panel.text.ts';

type Props = {
  readonly state: RunState;
  readonly candidate: Candidate;
  readonly call: number;
  readonly answers: CallAnswers;
  readonly format: FormatValue;
};

/** One program on one call: what it gave, what others gave, what was expected, what it printed. */
export function Inspector({ state, candidate, call, answers, format }: Props) {
  const text = useTexts(panelText);
  const observation = answers.observation(candidate, call);
  const own = answers.rank(candidate, call);
  const given = answers.of(call);
  const tests = state.tests.filter(
    (test) => state.callOfTest.get(test.id) === call && !state.retracted.has(test.id) && test.expected.type !== 'unknown',
  );
  const locked = tests.filter(({ origin }) => trustedOrigins.has(origin));
  const votes = tests.filter(({ origin }) => !trustedOrigins.has(origin)).sort((a, b) => b.votes - a.votes);
  const shown = (seen: NonNullable<typeof observation>): string => describeObservation(seen, { type: 'unknown' }, format);
  return (
    <section className="plate" aria-label={text.inspector}>
      <div className="head">
        <h2>
          {candidate.id} {text.on} <ProgramText text={callText(state, call)} />
        </h2>
      </div>
      <div className="body">
        <dl className="facts">
          <dt>{text.observed}</dt>
          <dd>
            {observation === undefined ? (
              <span className="text-ink-3">{text.notRun}</span>
            ) : (
              <>
                {own >= 0 && <AnswerShape rank={own} hollow={observation.outcome.type === 'raised'} />}{' '}
                <ProgramText text={shown(observation)} />
              </>
            )}
          </dd>
          {locked.length > 0 && <dt>{text.expected}</dt>}
          {locked.length > 0 && (
            <dd>
              {locked.map(({ id, expected, origin }) => (
                <span key={id} className="block">
                  <Icon name="lock" /> <ProgramText text={describeExpected(expected)} />{' '}
                  <span className="text-ink-3">{origin === 'answer' ? text.yourAnswer : text.yourExample}</span>
                </span>
              ))}
            </dd>
          )}
          {votes.length > 0 && <dt>{text.testsSay}</dt>}
          {votes.length > 0 && (
            <dd>
              {votes.slice(0, 4).map(({ id, expected, votes: count }) => (
                <span key={id} className="block">
                  <ProgramText text={describeExpected(expected)} /> <span className="text-ink-3">{text.votes(count)}</span>
                </span>
              ))}
            </dd>
          )}
          {given.slice(0, 6).map(({ key, observation: other, mass }, rank) =>
            rank === own
              ? null
              : [
                  <dt key={`${key} dt`}>{text.group(letterOf(rank))}</dt>,
                  <dd key={`${key} dd`}>
                    <AnswerShape rank={rank} hollow={other.outcome.type === 'raised'} /> <ProgramText text={shown(other)} />{' '}
                    <span className="text-ink-3">{text.share(mass)}</span>
                  </dd>,
                ],
          )}
          <dt>{text.printed}</dt>
          <dd>
            {observation?.stdout === undefined ? <span className="text-ink-3">{text.nothing}</span> : <Printed text={observation.stdout} />}
          </dd>
          {observation?.argumentsAfter !== undefined && [
            <dt key="after dt">{text.argumentsAfter}</dt>,
            <dd key="after dd">
              <ProgramText text={observation.argumentsAfter.map(format).join(', ')} />
            </dd>,
          ]}
          <dt>{text.where}</dt>
          <dd className="text-ink-2">{text.sandbox(state.sandbox?.level ?? 'L0', candidate.integrity === 'shared')}</dd>
        </dl>
      </div>
    </section>
  );
}

const mostPrinted = 2000;

function Printed({ text }: { readonly text: string }) {
  return (
    <pre className="max-h-40 overflow-auto whitespace-pre-wrap bg-well border-l-[3px] border-edge px-2.5 py-1.5">
      <ProgramText text={text.length > mostPrinted ? `${text.slice(0, mostPrinted)}…` : text} mono={false} />
    </pre>
  );
}

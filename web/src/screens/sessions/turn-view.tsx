import { useQueryClient } from '@tanstack/react-query';
import { hrefTo } from '../../app/route.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Glyph } from '../../parts/glyph.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { RunMark } from '../../parts/run-mark.tsx';
import { ResumeButton } from '../run/resume-button.tsx';
import { LiveTurn } from './live-turn.tsx';
import { OpenQuestion } from './open-question.tsx';
import { sessionsText } from './sessions.text.ts';
import { isAtWork, type Result, type Turn } from './use-session.ts';

type Props = {
  readonly turn: Turn;
  readonly result: Result | null;
  /** Number of the version that it came to; null where it came to none. */
  readonly version: number | null;
  readonly isLast: boolean;
};

/** A message, what was asked back, and what came of it. */
export function TurnView({ turn, result, version, isLast }: Props) {
  const text = useTexts(sessionsText);
  const words = useWords();
  const queries = useQueryClient();
  const again = (): void => void queries.invalidateQueries({ queryKey: ['session'] });
  const { runId, message, answers, explanation, state, status } = turn;
  return (
    <>
      <li>
        <span className="who">{text.you}</span>
        <p className="mine">
          <LongText text={message} />
        </p>
      </li>
      {answers.map(({ question, answer }) => (
        <li key={question}>
          <Glyph name="ask" className="who" />
          <div className="grid gap-2 min-w-0">
            <p className="said">
              <ProgramText text={question} mono={false} />
            </p>
            <p className="result">
              <ProgramText text={answer} /> <span className="text-ink-3">{text.youChose}</span>
            </p>
          </div>
        </li>
      ))}
      {isAtWork(turn) && <LiveTurn runId={runId} />}
      {state === 'waiting' && <OpenQuestion runId={runId} text={turn.question} result={result} />}
      {(state === 'done' || state === 'interrupted') && (
        <li>
          <span className="who">{version === null ? '' : words.number(version)}</span>
          <div className="grid gap-3 min-w-0">
            {explanation !== '' && (
              <p className="said">
                <ProgramText text={explanation} mono={false} />
              </p>
            )}
            <p className="result">
              <RunMark phase={state} status={status} withWord />
              {result !== null && version !== null && <b>{words.percent(result.confidence)}</b>}
              <a href={hrefTo({ at: 'run', runId })}>{text.evidence}</a>
              {result !== null && (
                <span className="ml-auto text-ink-3">
                  {text.programs(result.evidence.candidates.length, words.seconds(result.timing.totalMs))}
                </span>
              )}
            </p>
            {isLast && result?.error != null && <Failure {...result.error} />}
            {isLast && state === 'interrupted' && <ResumeButton run={{ runId, again }} />}
          </div>
        </li>
      )}
    </>
  );
}

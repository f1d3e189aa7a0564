import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { callAnswers, emptyAnswerCache } from '../../../../src/domain/call-answers.ts';
import { columnsOf } from '../../../../src/domain/run-grid.ts';
import { temperOf } from '../../../../src/domain/temper.ts';
import { hrefTo } from '../../app/route.ts';
import { useShownTemper } from '../../app/temper.tsx';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { Announce } from '../../parts/announce.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Glyph } from '../../parts/glyph.tsx';
import { runSentence } from '../../run/sentence.ts';
import { StopButton } from '../../run/stop-button.tsx';
import { useElapsed } from '../../run/use-now.ts';
import { useRun } from '../../run/use-run.ts';
import { ResumeButton } from '../run/resume-button.tsx';
import { runText } from '../run/run.text.ts';
import { sessionsText } from './sessions.text.ts';

/** The run of the last message while it is at work, in one sentence. */
export function LiveTurn({ runId }: { readonly runId: string }) {
  const text = useTexts(sessionsText);
  const sentences = useTexts(runText);
  const words = useWords();
  const queries = useQueryClient();
  const run = useRun(runId);
  const { state, cooling, connection, stopped } = run;
  const [cache] = useState(emptyAnswerCache);
  const sentence = useMemo(() => {
    const answers = callAnswers(state, cache);
    return runSentence(state, columnsOf(state, answers), answers, sentences);
  }, [state, cache, sentences]);
  const elapsed = useElapsed(state);
  const open = cooling.points.at(-1)?.open;
  useShownTemper(open === undefined ? null : temperOf(1 - open));
  const { phase } = state;
  useEffect(() => {
    if (phase !== 'queued' && phase !== 'running') void queries.invalidateQueries({ queryKey: ['session'] });
  }, [phase, queries]);
  return (
    <li>
      <Glyph name="dot" className="who text-hot" />
      <div className="grid gap-3 min-w-0">
        <p className="said">
          <b>{sentence.state}</b> {sentence.detail}
        </p>
        <Announce sentence={`${sentence.state} ${sentence.detail}`} />
        <p className="result">
          <a href={hrefTo({ at: 'run', runId })}>{text.watch}</a>
          <span className="ml-auto text-ink-3">{text.programs(state.candidates.length, words.seconds(elapsed))}</span>
          {phase === 'interrupted' ? <ResumeButton run={run} /> : <StopButton runId={runId} />}
        </p>
        {connection === 'lost' && (
          <p className="notice warn" role="status">
            {sentences.lost}
          </p>
        )}
        {stopped !== null && phase === 'interrupted' && <Failure {...stopped} />}
      </div>
    </li>
  );
}

import { lazy, useEffect } from 'react';
import { temperOf } from '../../../../src/domain/temper.ts';
import { useShownTemper } from '../../app/temper.tsx';
import { useTexts } from '../../i18n/language.tsx';
import { Failure } from '../../parts/failure.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { type FollowedRun, useRun } from '../../run/use-run.ts';
import { askText } from '../ask/ask.text.ts';
import { AskForm } from '../ask/ask-form.tsx';
import { draftOf } from '../ask/draft.ts';
import { PastRuns } from '../ask/past-runs.tsx';
import { AnsweredElsewhere } from '../question/answered-elsewhere.tsx';
import { type OwnAnswers, useOwnAnswers } from '../question/own-answers.ts';
import { LiveRun } from './live-run.tsx';

const QuestionView = lazy(async () => ({ default: (await import('../question/question-view.tsx')).QuestionView }));
const AnswerView = lazy(async () => ({ default: (await import('../answer/answer-view.tsx')).AnswerView }));

/** One run, as it stands: being run, asking, or answered. */
export function RunScreen({ runId }: { readonly runId: string }) {
  const run = useRun(runId);
  const open = run.cooling.points.at(-1)?.open;
  useShownTemper(open === undefined ? null : temperOf(1 - open));
  const { phase } = run.state;
  const own = useOwnAnswers(run.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase has a view of its own
  useEffect(() => {
    // What had the focus went with the view before: it goes where the new one begins, and keys work on.
    if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
  }, [phase]);
  if (run.error !== null) return <ProblemNotice error={run.error} onAgain={run.again} />;
  return (
    <div className="grid gap-4 grid-cols-[minmax(0,1fr)]">
      {run.stopped !== null && run.state.phase === 'interrupted' && <Failure {...run.stopped} />}
      {own.lost !== null && <AnsweredElsewhere lost={own.lost} />}
      <RunView run={run} own={own} />
    </div>
  );
}

function RunView({ run, own }: { readonly run: FollowedRun; readonly own: OwnAnswers }) {
  const { phase, question } = run.state;
  if (phase === 'waiting' && question !== null) return <QuestionView key={question.id} run={run} question={question} own={own} />;
  if (phase === 'done') return <AnswerView run={run} />;
  return <WithRequest run={run} />;
}

/** A run beside its request, which can be changed and asked again. */
function WithRequest({ run }: { readonly run: FollowedRun }) {
  const text = useTexts(askText);
  const { request } = run.state;
  const task = request?.message ?? request?.task ?? '';
  return (
    <div className="grid gap-6 max-phone:gap-4 wide:grid-cols-[312px_minmax(0,1fr)] items-start">
      <aside className="grid gap-6 max-phone:hidden max-wide:hidden">
        {request === null ? <div className="plate min-h-96" /> : <AskForm initial={draftOf(request)} />}
        <PastRuns />
      </aside>
      <details className="plate wide:hidden">
        <summary className="p-3 flex gap-2">
          <b className="whitespace-nowrap">{text.request}</b>
          <span className="text-ink-2 truncate">
            <ProgramText text={task} mono={false} />
          </span>
        </summary>
        <p className="px-3 pb-3 whitespace-pre-wrap">
          <ProgramText text={task} mono={false} />
        </p>
      </details>
      <LiveRun run={run} />
    </div>
  );
}

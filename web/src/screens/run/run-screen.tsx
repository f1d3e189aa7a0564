import { temperOf } from '../../../../src/domain/temper.ts';
import { useShownTemper } from '../../app/temper.tsx';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useRun } from '../../run/use-run.ts';
import { AskForm } from '../ask/ask-form.tsx';
import { asRow, type Draft } from '../ask/draft.ts';
import { PastRuns } from '../ask/past-runs.tsx';
import { runText } from './run.text.ts';

export function RunScreen({ runId }: { readonly runId: string }) {
  const run = useRun(runId);
  const text = useTexts(runText);
  const words = useWords();
  const { state, cooling } = run;
  const open = cooling.points.at(-1)?.open;
  useShownTemper(open === undefined ? null : temperOf(1 - open));
  if (run.error !== null) return <ProblemNotice error={run.error} onAgain={run.again} />;
  const request = state.request;
  const draft: Draft | null =
    request === null
      ? null
      : {
          task: request.message ?? request.task,
          language: request.language ?? '',
          profile: request.profile ?? '',
          examples: request.examples.map(asRow),
        };
  return (
    <div className="grid gap-6 wide:grid-cols-[312px_minmax(0,1fr)] items-start">
      <aside className="grid gap-6 max-phone:hidden">
        {draft !== null && <AskForm initial={draft} />}
        <PastRuns />
      </aside>
      <div>
        <h1>
          {text.opening} <span>{words.number(state.seq)}</span>
        </h1>
      </div>
    </div>
  );
}

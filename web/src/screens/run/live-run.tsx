import { useMemo, useState } from 'react';
import { callAnswers, emptyAnswerCache } from '../../../../src/domain/call-answers.ts';
import { columnsOf } from '../../../../src/domain/run-grid.ts';
import { type Picked, RunGrid } from '../../grid/run-grid.tsx';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { Announce } from '../../parts/announce.tsx';
import { CoolingCurve } from '../../parts/cooling-curve.tsx';
import { Meters } from '../../parts/meters.tsx';
import { Warnings } from '../../parts/warnings.tsx';
import { CandidatePanel, type CandidateView } from '../../run/candidate-panel.tsx';
import { Inspector } from '../../run/inspector.tsx';
import { runSentence } from '../../run/sentence.ts';
import { StopButton } from '../../run/stop-button.tsx';
import { useElapsed } from '../../run/use-now.ts';
import type { FollowedRun } from '../../run/use-run.ts';
import { valueFormat } from '../../run/value-format.ts';
import { ResumeButton } from './resume-button.tsx';
import { runText } from './run.text.ts';
import { RunHead } from './run-head.tsx';
import { RunKicker } from './run-kicker.tsx';

/** A run while it runs: the sentence, the curve, the grid, and what was picked in it. */
export function LiveRun({ run }: { readonly run: FollowedRun }) {
  const { state, cooling, progress, connection, runId } = run;
  const text = useTexts(runText);
  const words = useWords();
  const nowMs = useElapsed(state);
  const [cache] = useState(emptyAnswerCache);
  const answers = useMemo(() => callAnswers(state, cache), [state, cache]);
  const columns = useMemo(() => columnsOf(state, answers), [state, answers]);
  const format = useMemo(() => valueFormat(state.language, state.contract), [state.language, state.contract]);
  const sentence = runSentence(state, columns, answers, text);
  const isTesting = state.lock === null && progress?.what === 'tests' && progress.total !== null;
  const detail = isTesting ? text.testSamples(progress.done, progress.total ?? 0) : sentence.detail;
  return (
    <div className="grid gap-4 min-w-0">
      <RunHead kicker={<RunKicker run={run} />} sentence={{ state: sentence.state, detail }}>
        {state.phase === 'interrupted' ? <ResumeButton run={run} /> : state.phase === 'done' ? null : <StopButton runId={runId} />}
      </RunHead>
      <Announce sentence={`${sentence.state} ${sentence.detail}`} />
      {connection === 'lost' && (
        <p className="notice warn" role="status">
          {text.lost}
        </p>
      )}
      <section className="plate cooling" aria-label={text.progressLabel}>
        <figure className="p-3 max-phone:p-2 min-w-0">
          <CoolingCurve cooling={cooling} nowMs={nowMs} waits={state.phase === 'waiting'} />
        </figure>
        <Meters
          meters={[
            { name: text.programs, value: words.number(state.candidates.length), of: text.of(words.number(asked(run))) },
            { name: text.calls, value: words.number(columns.length) },
            { name: text.tokens, value: words.number(state.spend.promptTokens + state.spend.completionTokens) },
            { name: text.seconds, value: words.seconds(nowMs), of: text.of(words.number(state.request?.budgetSeconds ?? 0)) },
          ]}
        />
      </section>
      <RunDetails run={run} format={format} />
    </div>
  );
}

/** The grid, with the panels for what is picked in it. */
export function RunDetails({
  run: { state },
  format,
}: {
  readonly run: Pick<FollowedRun, 'state'>;
  readonly format: ReturnType<typeof valueFormat>;
}) {
  const text = useTexts(runText);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [view, setView] = useState<CandidateView>('repair');
  const [cache] = useState(emptyAnswerCache);
  const candidate = state.candidates.find(({ id }) => id === picked?.row) ?? null;
  const repair = state.candidates.findLast(({ parent, code }) => parent !== undefined && code !== null);
  const shown = candidate ?? repair ?? null;
  const answers = useMemo(() => callAnswers(state, cache), [state, cache]);
  return (
    <>
      <RunGrid
        state={state}
        picked={picked}
        onPick={(next) => {
          setView(next.column < 0 ? 'code' : 'repair');
          setPicked(next);
        }}
        onCompare={(row) => {
          setView('against');
          setPicked({ row, column: -1, call: null });
        }}
      />
      <div className="grid gap-4 items-start wide:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]" aria-live="off">
        {candidate !== null && picked?.call != null ? (
          <Inspector state={state} candidate={candidate} call={picked.call} answers={answers} format={format} />
        ) : (
          state.candidates.length > 0 && (
            <section className="plate">
              <p className="body text-ink-3">{text.pick}</p>
            </section>
          )
        )}
        {shown !== null && <CandidatePanel key={`${shown.id} ${view}`} state={state} candidate={shown} format={format} first={view} />}
      </div>
      <Warnings warnings={state.warnings} />
    </>
  );
}

/** Programs that this run has asked for so far. */
const asked = ({ state }: FollowedRun): number =>
  Math.max(
    state.candidates.length,
    state.rounds.reduce((sum, { samples }) => sum + samples, 0),
    state.request?.candidates ?? 0,
  );

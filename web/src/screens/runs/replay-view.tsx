import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { temperOf } from '../../../../src/domain/temper.ts';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { goTo, hrefTo } from '../../app/route.ts';
import { useShownTemper } from '../../app/temper.tsx';
import { useTexts } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CoolingCurve } from '../../parts/cooling-curve.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { createReplay, type Replay } from '../../run/replay.ts';
import { useEvents } from '../../run/use-events.ts';
import { valueFormat } from '../../run/value-format.ts';
import { RunDetails } from '../run/live-run.tsx';
import { FactLog } from './fact-log.tsx';
import { ReplayControls } from './replay-controls.tsx';
import { ReplayHead } from './replay-head.tsx';
import { runsText } from './runs.text.ts';
import { type Speed, speeds, usePlayer } from './use-player.ts';

/** A run, played again from its stored facts. */
export function ReplayView({ runId }: { readonly runId: string }) {
  const text = useTexts(runsText);
  const { events, connection, error } = useEvents(runId);
  const replay = useMemo(() => createReplay(events), [events]);
  if (error !== null) return <ProblemNotice error={error} />;
  if (events.length === 0) {
    return (
      <section className="plate min-h-100" aria-busy="true">
        <p className="body text-ink-3">{text.loading}</p>
      </section>
    );
  }
  return <Played runId={runId} replay={replay} isWhole={connection === 'ended'} />;
}

function Played({ runId, replay, isWhole }: { readonly runId: string; readonly replay: Replay; readonly isWhole: boolean }) {
  const text = useTexts(runsText);
  const player = usePlayer(replay);
  const { index, speed, setSpeed } = player;
  const state = useMemo(() => replay.stateAt(index), [replay, index]);
  const format = useMemo(() => valueFormat(state.language, state.contract), [state.language, state.contract]);
  const ms = replay.times[index] ?? 0;
  const total = replay.times.at(-1) ?? 0;
  const open = replay.cooling.points.findLast((point) => point.atMs <= ms)?.open;
  useShownTemper(open === undefined ? null : temperOf(1 - open));
  return (
    <div className="grid gap-4 min-w-0">
      <ReplayHead runId={runId} state={state}>
        <RemoveRun runId={runId} />
        <a className="btn small" href={hrefTo({ at: 'run', runId })}>
          {text.openRun}
        </a>
      </ReplayHead>
      {!isWhole && (
        <p className="notice" role="status">
          {text.notEnded}
        </p>
      )}
      <section className="plate" aria-label={text.replay}>
        <div className="head items-center">
          <h2>{text.replay}</h2>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out by rules of its own */}
          <span className="segment ml-auto" role="group" aria-label={text.speed}>
            {speeds.map((one: Speed) => (
              <button key={one} type="button" aria-pressed={one === speed} onClick={() => setSpeed(one)}>
                {one}×
              </button>
            ))}
          </span>
        </div>
        <div className="px-3 pt-2 max-phone:px-2">
          <CoolingCurve cooling={replay.cooling} nowMs={total} cursorMs={ms} />
        </div>
        <ReplayControls replay={replay} player={player} />
        <FactLog replay={replay} index={index} onPick={player.goTo} />
      </section>
      <RunDetails run={{ state }} format={format} />
    </div>
  );
}

function RemoveRun({ runId }: { readonly runId: string }) {
  const text = useTexts(runsText);
  const api = useApi();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/runs/{id}', { params: { path: { id: runId } } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['runs'] });
      goTo({ at: 'runs' });
    },
  });
  return (
    <>
      {remove.isError && <ProblemNotice error={remove.error} />}
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion}
        keep={text.keep}
        about={runId}
        disabled={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

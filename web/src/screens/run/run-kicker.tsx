import { useShowRun } from '../../app/shown-run.tsx';
import { useTexts } from '../../i18n/language.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import type { FollowedRun } from '../../run/use-run.ts';
import { runText } from './run.text.ts';

const titles = { python: 'Python', lua: 'Lua', javascript: 'JavaScript', typescript: 'TypeScript' } as const;

/** Language, run and round, above the sentence; model and sandbox stand in the bar, or where it is narrow the model here. */
export function RunKicker({ run: { state, runId } }: { readonly run: Pick<FollowedRun, 'state' | 'runId'> }) {
  const text = useTexts(runText);
  const language = state.language ?? state.request?.language ?? null;
  const profile = state.contract?.profile ?? state.request?.profile;
  const round = state.rounds.at(-1);
  useShowRun({ model: state.model?.id ?? null, demo: state.model?.demo === true, sandbox: state.sandbox?.level ?? null });
  return (
    <>
      {language !== null && `${titles[language]}${profile === undefined ? '' : `, ${profile}`} · `}
      {text.run} <code>{runId.slice(0, 6)}</code>
      {round !== undefined && state.phase === 'running' && ` · ${text.round(round.round + 1, state.request?.maxRounds ?? 1)}`}
      {state.phase === 'waiting' && ` · ${text.paused}`}
      {state.model !== null && (
        <span className="wide:hidden">
          {' · '}
          <ProgramText text={state.model.id} mono={false} />
          {state.model.demo && ` (${text.demo})`}
        </span>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { hrefTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { RunKicker } from '../run/run-kicker.tsx';
import { runsText } from './runs.text.ts';

type Props = { readonly runId: string; readonly state: RunState; readonly children: ReactNode };

/** What was asked, above its replay. */
export function ReplayHead({ runId, state, children }: Props) {
  const text = useTexts(runsText);
  const { request } = state;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3 items-start justify-between">
      <div className="min-w-0 grow basis-80">
        <p className="text-label text-ink-3 mb-0.75">
          <a className="wide:hidden" href={hrefTo({ at: 'runs' })}>
            {text.back}
          </a>
          <span className="wide:hidden"> · </span>
          <RunKicker run={{ state, runId }} />
        </p>
        <h1 className="line-clamp-3">
          <ProgramText text={request?.message ?? request?.task ?? ''} mono={false} />
        </h1>
      </div>
      <div className="flex gap-2 flex-wrap">{children}</div>
    </div>
  );
}

import { useMemo, useState } from 'react';
import type { Candidate } from '../../../src/domain/candidate.ts';
import { candidateEvidence } from '../../../src/domain/candidate-evidence.ts';
import type { FormatValue } from '../../../src/domain/describe-evidence.ts';
import type { RunState } from '../../../src/domain/run-state.ts';
import { useTexts } from '../i18n/language.tsx';
import { CodeView } from '../parts/code-view.tsx';
import { letterOf } from '../parts/glyph.tsx';
import { ProgramText } from '../parts/program-text.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { panelText } from './panel.text.ts';

export type CandidateView = 'code' | 'repair' | 'against';

type Props = {
  readonly state: RunState;
  readonly candidate: Candidate;
  readonly format: FormatValue;
  /** What to show first; the reader may change it. */
  readonly first: CandidateView;
};

/** A program: its code, what changed in a repair, how it differs from the leader of another group, and what was wrong. */
export function CandidatePanel({ state, candidate, format, first }: Props) {
  const text = useTexts(panelText);
  const [chosen, setChosen] = useState<string>(first);
  const wrong = useMemo(
    () => candidateEvidence(state, format).find(({ id }) => id === candidate.id)?.diagnostic ?? null,
    [state, format, candidate.id],
  );
  const parent = state.candidates.find(({ id }) => id === candidate.parent);
  const rival = rivalOf(state, candidate);
  const language = state.language ?? 'python';
  const tabs: Tab[] = [];
  if (candidate.code !== null) {
    const code = candidate.code;
    if (parent?.code != null)
      tabs.push({
        id: 'repair',
        name: text.diff,
        body: <CodeView code={code} before={parent.code} language={language} label={text.diffLabel} />,
      });
    tabs.push({ id: 'code', name: text.code, body: <CodeView code={code} language={language} label={text.codeLabel(candidate.id)} /> });
    if (rival !== null)
      tabs.push({
        id: 'against',
        name: text.against(rival.name),
        body: (
          <CodeView
            code={code}
            before={rival.candidate.code}
            language={language}
            label={text.againstLabel(candidate.id, rival.candidate.id)}
          />
        ),
      });
  }
  const value = tabs.some(({ id }) => id === chosen) ? chosen : (tabs[0]?.id ?? '');
  return (
    <section className="plate" aria-label={text.programLabel(candidate.id)}>
      <Tabs
        tabs={tabs}
        label={text.view}
        value={value}
        onChange={setChosen}
        head={<h2>{parent === undefined ? text.program(candidate.id) : text.repairOf(parent.id, candidate.id)}</h2>}
      />
      {candidate.duplicateOf !== undefined && <p className="px-4 py-2 text-ink-2 text-label">{text.duplicate(candidate.duplicateOf)}</p>}
      {candidate.code === null && <p className="px-4 py-3 text-ink-2">{text.noCode}</p>}
      <p className="px-4 py-2 text-label text-ink-2 border-t border-line">
        {wrong === null ? (
          text.nothingWrong
        ) : (
          <>
            {text.wrong} <ProgramText text={wrong} />
          </>
        )}
      </p>
    </section>
  );
}

/** The first program of the likeliest group that this one is not in. */
function rivalOf(state: RunState, { id, duplicateOf }: Candidate): { readonly candidate: Candidate; readonly name: string } | null {
  for (const [rank, { members }] of (state.selection?.clusters ?? []).entries()) {
    if (members.includes(id) || (duplicateOf !== undefined && members.includes(duplicateOf))) continue;
    const candidate = state.candidates.find((other) => other.id === members[0]);
    if (candidate?.code != null) return { candidate, name: letterOf(rank) };
  }
  return null;
}

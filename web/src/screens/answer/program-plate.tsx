import { useState } from 'react';
import type { Candidate } from '../../../../src/domain/candidate.ts';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { useTexts } from '../../i18n/language.tsx';
import { CodeView } from '../../parts/code-view.tsx';
import { downloadText, fileName } from '../../parts/copy.ts';
import { letterOf } from '../../parts/glyph.tsx';
import { Icon } from '../../parts/icons.tsx';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { answerText } from './answer.text.ts';

type Props = { readonly state: RunState; readonly selected: Candidate; readonly code: string; readonly onCopy: () => void };

/** The chosen program, as code, as a change of the next behaviour's, and as a repair. */
export function ProgramPlate({ state, selected, code, onCopy }: Props) {
  const text = useTexts(answerText);
  const [view, setView] = useState('code');
  const language = state.language ?? 'python';
  const entry = state.contract?.entry.kind === 'function' ? state.contract.entry.name : null;
  const file = fileName(entry, language);
  const rank = (state.selection?.clusters ?? []).findIndex(({ members }) => !members.includes(selected.id));
  const rival = state.candidates.find(({ id }) => id === state.selection?.clusters[rank]?.members[0]);
  const parent = state.candidates.find(({ id }) => id === selected.parent);
  const tabs: Tab[] = [{ id: 'code', name: text.code, body: <CodeView code={code} language={language} label={file} /> }];
  if (rival?.code != null)
    tabs.push({
      id: 'against',
      name: text.against(letterOf(rank)),
      body: <CodeView code={code} before={rival.code} language={language} label={text.against(letterOf(rank))} />,
    });
  if (parent?.code != null)
    tabs.push({
      id: 'repair',
      name: text.repair,
      body: <CodeView code={code} before={parent.code} language={language} label={text.repair} />,
    });
  return (
    <section className="plate" aria-label={file}>
      <Tabs
        tabs={tabs}
        label={text.view}
        value={view}
        onChange={setView}
        head={
          <>
            <b>{file}</b>
            <span className="text-label text-ink-3">{text.lines(code.trimEnd().split('\n').length)}</span>
            <span className="flex gap-2 order-last">
              <button type="button" className="btn small square" aria-label={text.copy} onClick={onCopy}>
                <Icon name="copy" />
              </button>
              <button type="button" className="btn small square" aria-label={text.download(file)} onClick={() => downloadText(file, code)}>
                <Icon name="down" />
              </button>
            </span>
          </>
        }
      />
    </section>
  );
}

import { useState } from 'react';
import { type LanguageId, languageIds } from '../../../../src/domain/contract.ts';
import { useTexts } from '../../i18n/language.tsx';
import { CodeView } from '../../parts/code-view.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { asRow } from '../ask/draft.ts';
import { sessionsText } from './sessions.text.ts';
import type { Version } from './use-session.ts';

/** The program of a session: its versions, and what the chosen one changed. */
export function ProgramPanel({ versions, tests }: { readonly versions: readonly Version[]; readonly tests: readonly string[] }) {
  const text = useTexts(sessionsText);
  const [chosen, setChosen] = useState<string | null>(null);
  const [view, setView] = useState('code');
  const found = versions.findIndex(({ runId }) => runId === chosen);
  const at = found < 0 ? versions.length - 1 : found;
  const version = versions[at];
  if (version === undefined) {
    return (
      <section className="plate min-h-60" aria-label={text.program}>
        <p className="body text-ink-3">{text.noProgram}</p>
      </section>
    );
  }
  const language: LanguageId = languageIds.find((id) => id === version.language) ?? 'python';
  const before = versions[at - 1];
  const name = text.versionOf(at + 1);
  return (
    <div className="grid gap-4 min-w-0">
      <section className="plate" aria-label={text.program}>
        <Tabs
          label={text.program}
          value={before === undefined ? 'code' : view}
          onChange={setView}
          head={<Head versions={versions} at={at} onPick={setChosen} />}
          tabs={[
            { id: 'code', name: text.code, body: <CodeView code={version.code} language={language} label={`${text.code}, ${name}`} /> },
            ...(before === undefined
              ? []
              : [
                  {
                    id: 'changed',
                    name: text.changed,
                    body: <CodeView code={version.code} language={language} label={`${text.changed}, ${name}`} before={before.code} />,
                  },
                ]),
          ]}
        />
        <div className="foot">{before === undefined || view === 'code' ? name : text.changedFrom(at)}</div>
      </section>
      {tests.length > 0 && <LockedExamples tests={tests} />}
    </div>
  );
}

type HeadProps = { readonly versions: readonly Version[]; readonly at: number; readonly onPick: (runId: string) => void };

function Head({ versions, at, onPick }: HeadProps) {
  const text = useTexts(sessionsText);
  return (
    <>
      <h2>{text.program}</h2>
      {versions.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out by rules of its own
        <span className="segment" role="group" aria-label={text.version}>
          {versions.map(({ runId }, index) => (
            <button
              key={runId}
              type="button"
              aria-pressed={index === at}
              aria-label={text.versionOf(index + 1)}
              onClick={() => onPick(runId)}
            >
              {index + 1}
            </button>
          ))}
        </span>
      )}
      <span className={versions.length > 1 ? 'order-last' : 'ml-auto'}>
        <CopyButton text={versions[at]?.code ?? ''} label={text.copy} />
      </span>
    </>
  );
}

function LockedExamples({ tests }: { readonly tests: readonly string[] }) {
  const text = useTexts(sessionsText);
  return (
    <section className="plate" aria-labelledby="locked">
      <div className="head">
        <h2 id="locked">{text.locked}</h2>
        <span className="ml-auto text-label text-ink-3">{text.meets}</span>
      </div>
      <table className="table mt-1">
        <thead>
          <tr>
            <th>{text.call}</th>
            <th>{text.gives}</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test) => {
            const { call, gives } = asRow(test);
            return (
              <tr key={test}>
                <td>
                  <ProgramText text={call} />
                </td>
                <td>
                  <ProgramText text={gives} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

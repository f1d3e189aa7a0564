import { useEffect, useMemo, useState } from 'react';
import { callAnswers, emptyAnswerCache } from '../../../../src/domain/call-answers.ts';
import { projectResult } from '../../../../src/domain/project-result.ts';
import { columnsOf } from '../../../../src/domain/run-grid.ts';
import { goTo, hrefTo } from '../../app/route.ts';
import { writeSetting } from '../../app/settings.ts';
import { useSingleKeys } from '../../app/single-keys.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { Announce } from '../../parts/announce.tsx';
import { CoolingCurve } from '../../parts/cooling-curve.tsx';
import { copyText } from '../../parts/copy.ts';
import { Failure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Warnings } from '../../parts/warnings.tsx';
import type { FollowedRun } from '../../run/use-run.ts';
import { valueFormat } from '../../run/value-format.ts';
import { draftOf } from '../ask/draft.ts';
import { RunDetails } from '../run/live-run.tsx';
import { ResumeButton } from '../run/resume-button.tsx';
import { RunHead } from '../run/run-head.tsx';
import { RunKicker } from '../run/run-kicker.tsx';
import { answerText } from './answer.text.ts';
import { answerSentence } from './answer-sentence.ts';
import { Confidence } from './confidence.tsx';
import { EvidenceTable } from './evidence-table.tsx';
import { useKeep } from './keep-button.tsx';
import { ProgramPlate } from './program-plate.tsx';
import { rivalFor } from './reasons.ts';
import { WhatWouldChange, Why } from './why.tsx';

/** What came of a run: the program with its evidence, or what was missing. */
export function AnswerView({ run }: { readonly run: FollowedRun }) {
  const { state, runId, cooling } = run;
  const text = useTexts(answerText);
  const words = useWords();
  const [copied, setCopied] = useState<boolean | null>(null);
  const format = useMemo(() => valueFormat(state.language, state.contract), [state.language, state.contract]);
  const result = useMemo(() => projectResult(runId, state, format), [runId, state, format]);
  const answers = useMemo(() => callAnswers(state, emptyAnswerCache()), [state]);
  const columns = useMemo(() => columnsOf(state, answers), [state, answers]);
  const rival = useMemo(
    () => rivalFor(state, columns, answers, valueFormat(state.language, state.contract, 2000)),
    [state, columns, answers],
  );
  const selected = state.candidates.find(({ id }) => id === state.selection?.selected) ?? null;
  const code = result.code === null ? null : (result.wrapped ?? result.code);
  const sentence = answerSentence(state, columns, answers, text, words);
  const { error, warnings } = result;

  const copy = (): void => {
    if (code === null) return;
    void copyText(code).then(setCopied);
  };
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  useSingleKeys([['KeyC', copy]]);
  const keep = useKeep(result);
  /** Asks anew, with a further example in the form. */
  const askWith = (call?: string, gives?: string): void => {
    if (state.request === null) return;
    const draft = draftOf(state.request);
    const examples = call === undefined ? draft.examples : [...draft.examples, { call, gives: gives ?? '' }];
    writeSetting('draft', JSON.stringify({ ...draft, examples }));
    goTo({ at: 'ask' });
  };

  const copyButton = code !== null && (
    <button type="button" className="btn primary" onClick={copy}>
      <Icon name="copy" /> {copied === true ? text.copied : text.copy} <kbd>C</kbd>
    </button>
  );
  // What speaks against the program is read before its code, and what speaks for it after.
  const inShort = result.explanation !== '' && error === null && result.status !== 'cancelled' && (
    <section className="plate" aria-labelledby="how">
      <div className="head">
        <h2 id="how">{result.status === 'success' ? text.howSettled : result.status === 'unsure' ? text.howUnsure : text.howFailed}</h2>
      </div>
      <p className="body prose">
        <ProgramText text={result.explanation} mono={false} />
      </p>
    </section>
  );
  return (
    <div className="grid gap-4 grid-cols-[minmax(0,1fr)]">
      <RunHead
        kicker={
          <>
            <RunKicker run={run} /> · {text.seconds(words.seconds(result.timing.totalMs))} ·{' '}
            {text.tokens(result.model.promptTokens + result.model.completionTokens)}
            {result.model.cost !== null && ` · ${text.cost(words.number(result.model.cost.dollars, { maximumSignificantDigits: 2 }))}`}
          </>
        }
        sentence={sentence}
      >
        {result.status === 'cancelled' && <ResumeButton run={run} />}
        <span className={`flex gap-2 flex-wrap${code === null ? '' : ' max-phone:hidden'}`}>
          <button type="button" className="btn" onClick={() => askWith()}>
            {code === null ? text.askAgain : text.change}
          </button>
          {keep.button}
          {copyButton}
        </span>
      </RunHead>
      <Announce sentence={`${sentence.state} ${sentence.detail}`} />
      {keep.error !== null && <ProblemNotice error={keep.error} />}
      {keep.said !== null && (
        <p className="notice" role="status">
          {keep.said}
        </p>
      )}
      {copied === false && (
        <p className="notice" role="status">
          {text.notCopied}
        </p>
      )}
      {error !== null && (
        <Failure {...error}>
          <p>{text.kept}</p>
        </Failure>
      )}
      <div className="grid gap-4 grid-cols-[minmax(0,1fr)] wide:grid-cols-[minmax(0,1fr)_372px] wide:grid-rows-[auto_1fr] items-start">
        <div className="grid gap-4 min-w-0">
          {result.status !== 'success' && inShort}
          {selected !== null && code !== null && <ProgramPlate state={state} selected={selected} code={code} onCopy={copy} />}
          {result.status === 'success' && inShort}
        </div>
        <aside className="grid gap-4 min-w-0 wide:row-span-2">
          {selected !== null && code !== null && (
            <>
              <Confidence confidence={result.confidence} calibrated={result.calibrated} />
              <Why state={state} />
              <WhatWouldChange rival={rival} onGive={askWith} />
            </>
          )}
          {result.model.demo && (
            <p className="notice">
              <span>{text.demo}</span>
            </p>
          )}
          <Warnings warnings={warnings} />
          {state.candidates.length > 0 && (
            <section className="plate" aria-labelledby="integrity">
              <div className="head">
                <h2 id="integrity">{text.integrity}</h2>
              </div>
              <div className="body grid gap-2">
                <p>
                  <Icon name="lock" /> {result.evidence.integrity === 'shared' ? text.shared : text.outside}
                </p>
                {result.sandbox.missing.length > 0 && <p className="text-ink-2">{text.missing(result.sandbox.missing.join(', '))}</p>}
              </div>
            </section>
          )}
          {cooling.points.length > 1 && (
            <section className="plate" aria-labelledby="settling">
              <div className="head">
                <h2 id="settling">{text.settling}</h2>
                <a className="ml-auto text-label" href={hrefTo({ at: 'runs', replay: runId })}>
                  {text.replay}
                </a>
              </div>
              <figure className="p-2">
                <CoolingCurve cooling={cooling} nowMs={state.spend.activeMs} />
              </figure>
            </section>
          )}
        </aside>
        <div className="grid gap-4 min-w-0">
          {columns.length > 0 && state.candidates.length > 0 && (
            <EvidenceTable {...{ state, selected, columns, answers, format }} onCorrect={askWith} />
          )}
        </div>
      </div>
      {state.candidates.length > 0 && <AllPrograms run={run} format={format} isOpen={code === null} />}
      {code !== null && (
        <div className="dock">
          <button type="button" className="btn" onClick={() => askWith()}>
            {text.change}
          </button>
          {keep.button}
          {copyButton}
        </div>
      )}
    </div>
  );
}

/** The grid of the whole run, drawn when it is wanted. */
function AllPrograms({
  run,
  format,
  isOpen,
}: {
  readonly run: FollowedRun;
  readonly format: ReturnType<typeof valueFormat>;
  readonly isOpen: boolean;
}) {
  const text = useTexts(answerText);
  const [open, setOpen] = useState(isOpen);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="plate p-3 font-[640]">{text.programs}</summary>
      {open && (
        <div className="grid gap-4 pt-4">
          <RunDetails run={run} format={format} />
        </div>
      )}
    </details>
  );
}

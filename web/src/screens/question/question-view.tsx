import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef } from 'react';
import { printable } from '../../../../src/domain/printable.ts';
import type { Question } from '../../../../src/domain/run-event.ts';
import { useApi } from '../../api/api-context.tsx';
import { ApiError, dataOf } from '../../api/client.ts';
import { useSingleKeys } from '../../app/single-keys.ts';
import { useTexts } from '../../i18n/language.tsx';
import { Announce } from '../../parts/announce.tsx';
import { CoolingCurve } from '../../parts/cooling-curve.tsx';
import { AnswerShape, letterOf } from '../../parts/glyph.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { StopButton } from '../../run/stop-button.tsx';
import type { FollowedRun } from '../../run/use-run.ts';
import { RunHead } from '../run/run-head.tsx';
import { RunKicker } from '../run/run-kicker.tsx';
import { OptionCard } from './option-card.tsx';
import type { OwnAnswers } from './own-answers.ts';
import { questionText } from './question.text.ts';
import { questionOptions } from './question-options.ts';
import { isUnreadable, languageNames, Unreadable } from './unreadable.tsx';

const optionKeys = ['KeyA', 'KeyB', 'KeyC', 'KeyD'];

type Props = { readonly run: FollowedRun; readonly question: Question; readonly own: OwnAnswers };

/** The one question of a run that stands still: answers side by side, or a value of one's own. */
export function QuestionView({ run, question, own }: Props) {
  const text = useTexts(questionText);
  const api = useApi();
  const id = useId();
  const { state, runId, cooling } = run;
  const { options, differences, programs } = useMemo(() => questionOptions(state, question), [state, question]);
  const { note } = own;
  const { chosen, typed: other } = own.of(question.id);
  // From here on this tab knows of the question, and is told when somebody else answers it.
  useEffect(() => note(question.id, {}), [note, question.id]);
  const choose = (option: string): void => note(question.id, { chosen: option });
  const field = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/runs/{id}/answer', {
          params: { path: { id: runId } },
          body: { question: question.id, ...(chosen === null ? { value: other } : { optionId: chosen }) },
        }),
      ),
    onMutate: () => note(question.id, { isSent: true }),
    // The value can be mended at once where it was typed.
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 409)) note(question.id, { isSent: false });
      if (isUnreadable(error)) field.current?.focus();
    },
  });
  const can = (chosen !== null || other.trim() !== '') && !send.isPending && !send.isSuccess;
  const { mutate } = send;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
      if (can) mutate();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [can, mutate]);
  // Key codes: on a Russian layout the same keys choose.
  useSingleKeys([
    ...options.slice(0, optionKeys.length).map(({ id: option }, at) => [optionKeys[at] ?? '', () => choose(option)] as const),
    ['KeyO', () => field.current?.focus()],
  ]);
  const value = chosen === null ? other : (options.find((option) => option.id === chosen)?.value ?? '');
  const isTaken = send.error instanceof ApiError && send.error.status === 409;
  const unreadable = isUnreadable(send.error) ? send.error : null;
  const language = languageNames[state.language ?? 'python'];
  return (
    <div className="grid gap-4 max-w-[920px] mx-auto">
      <RunHead kicker={<RunKicker run={run} />} sentence={{ state: text.one, detail: options.length > 0 ? text.oneMore : text.free }}>
        <StopButton runId={runId} />
      </RunHead>
      <Announce sentence={`${text.one} ${question.text}`} />
      <section className="plate" aria-label={text.request}>
        <figure className="px-4 pt-3 max-phone:px-2">
          <CoolingCurve cooling={cooling} nowMs={state.spend.activeMs} waits />
        </figure>
        <p className="text-label text-ink-2 px-4 pb-3">
          {text.request}: <LongText text={state.request?.message ?? state.request?.task ?? ''} />
        </p>
      </section>
      <div className="py-2">
        <p className="text-ink-2 mb-1" id={`${id}-what`}>
          {question.call === undefined ? <ProgramText text={question.text} mono={false} /> : text.what}
        </p>
        {question.call !== undefined && (
          <p className="asked">
            <bdi>{printable(question.call)}</bdi>
          </p>
        )}
      </div>
      {options.length > 0 && (
        <fieldset className="options" aria-labelledby={`${id}-what`}>
          {options.map((option, rank) => (
            <OptionCard
              key={option.id}
              option={option}
              rank={rank}
              programs={programs}
              isChosen={chosen === option.id}
              group={id}
              onChoose={() => choose(option.id)}
            />
          ))}
        </fieldset>
      )}
      <div className="grid grid-cols-2 max-phone:grid-cols-1 gap-3 items-start">
        <div className="field">
          <label htmlFor={`${id}-other`}>
            {text.other} <kbd>O</kbd>
          </label>
          <input
            id={`${id}-other`}
            ref={field}
            className="input mono"
            maxLength={10_000}
            spellCheck={false}
            autoComplete="off"
            placeholder={question.call === undefined ? text.otherFree : text.otherHint(language)}
            value={other}
            aria-invalid={unreadable === null ? undefined : true}
            aria-describedby={unreadable === null ? undefined : `${id}-unreadable`}
            onChange={(event) => {
              note(question.id, { typed: event.target.value, chosen: null });
              if (send.isError) send.reset();
            }}
          />
          {unreadable !== null && (
            <Unreadable
              id={`${id}-unreadable`}
              error={unreadable}
              language={state.language ?? 'python'}
              isCall={question.call !== undefined}
            />
          )}
        </div>
        <div className="flex justify-end beside-field">
          <button type="button" className="btn primary max-w-full" aria-disabled={!can} onClick={() => can && mutate()}>
            <span className="truncate">{send.isPending || send.isSuccess ? text.sending : text.send(printable(value).slice(0, 40))}</span>{' '}
            <kbd>↵</kbd>
          </button>
        </div>
      </div>
      {isTaken ? (
        <p className="notice" role="status">
          {text.taken}
        </p>
      ) : (
        send.isError && unreadable === null && <ProblemNotice error={send.error} />
      )}
      <section className="plate" aria-labelledby={`${id}-more`}>
        {differences.length > 0 && (
          <>
            <div className="head">
              <h2 id={`${id}-more`}>{text.elsewhere}</h2>
              <span className="ml-auto text-label text-ink-3">{text.elsewhereMore}</span>
            </div>
            <div className="overflow-x-auto">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{text.call}</th>
                    {options.map((option, rank) => (
                      <th key={option.id} scope="col">
                        <AnswerShape rank={rank} /> {letterOf(rank)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {differences.map(({ call, values }) => (
                    <tr key={call}>
                      <td>
                        <ProgramText text={call.slice(0, 200)} />
                      </td>
                      {values.map((given, rank) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                        <td key={rank}>
                          <ProgramText text={given} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        <p className="foot">
          <Icon name="lock" /> {text.locked}
        </p>
      </section>
    </div>
  );
}

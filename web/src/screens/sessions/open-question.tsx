import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { AnswerShape, Glyph } from '../../parts/glyph.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { questionText } from '../question/question.text.ts';
import { isUnreadable, languageNames, Unreadable } from '../question/unreadable.tsx';
import type { Result } from './use-session.ts';

type Props = { readonly runId: string; readonly text: string | null; readonly result: Result | null };
type Answer = { readonly optionId: string } | { readonly value: string };

/** The question that the session waits for: an option is chosen here or another value typed; what should change is written below. */
export function OpenQuestion({ runId, text: asked, result }: Props) {
  const words = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: (body: Answer) => dataOf(api.POST('/api/runs/{id}/answer', { params: { path: { id: runId } }, body })),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
  const send = (body: Answer): void => {
    if (!answer.isPending) answer.mutate(body);
  };
  return (
    <li>
      <Glyph name="ask" className="who text-warm" />
      <div className="grid gap-3 min-w-0">
        <p className="said" role="status">
          <ProgramText text={asked ?? ''} mono={false} />
        </p>
        <div className="flex flex-wrap gap-2">
          {result?.question?.options.map(({ id, value, support }, rank) => (
            <button
              key={id}
              type="button"
              className="btn max-w-full"
              aria-disabled={answer.isPending}
              onClick={() => send({ optionId: id })}
            >
              <kbd>{id}</kbd> <AnswerShape rank={rank} />
              <span className="truncate">
                <ProgramText text={value} />
              </span>
              <span className="text-ink-3 font-normal">{words.percent(support)}</span>
            </button>
          ))}
        </div>
        {result?.question != null && (
          <OtherAnswer
            result={result}
            error={answer.error}
            onChange={() => answer.isError && answer.reset()}
            onSend={(value) => send({ value })}
          />
        )}
        {answer.isError && !isUnreadable(answer.error) && <ProblemNotice error={answer.error} />}
      </div>
    </li>
  );
}

type OtherProps = {
  readonly result: Result;
  readonly error: unknown;
  readonly onChange: () => void;
  readonly onSend: (value: string) => void;
};

/** A value of one's own: what cannot be read leaves the question open, with the reason beside it. */
function OtherAnswer({ result: { language, question }, error, onChange, onSend }: OtherProps) {
  const text = useTexts(questionText);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const unreadable = isUnreadable(error) ? error : null;
  const isCall = question?.call != null;
  return (
    <form
      className="field"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (typed.trim() === '') field.current?.focus();
        else onSend(typed);
      }}
    >
      <label htmlFor={id}>{text.other}</label>
      <div className="flex gap-2">
        <input
          id={id}
          ref={field}
          className="input mono"
          maxLength={10_000}
          spellCheck={false}
          autoComplete="off"
          placeholder={isCall ? text.otherHint(languageNames[language]) : text.otherFree}
          value={typed}
          aria-invalid={unreadable === null ? undefined : true}
          aria-describedby={unreadable === null ? undefined : `${id}-unreadable`}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange();
          }}
        />
        <button type="submit" className="btn">
          {text.send('')}
        </button>
      </div>
      {unreadable !== null && <Unreadable id={`${id}-unreadable`} error={unreadable} language={language} isCall={isCall} />}
    </form>
  );
}

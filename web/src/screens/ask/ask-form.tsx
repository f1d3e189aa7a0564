import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { ApiError, dataOf, type Problem } from '../../api/client.ts';
import { goTo } from '../../app/route.ts';
import { readSetting, writeSetting } from '../../app/settings.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { askText } from './ask.text.ts';
import { type Draft, halfRow, readDraft, toRunInput } from './draft.ts';
import { ExamplesTable } from './examples-table.tsx';
import { ModelLine } from './model-line.tsx';

/** The request as a form. `initial` fills it with one that was asked before; otherwise what was left in it last time is there. */
export function AskForm({ initial }: { readonly initial?: Draft }) {
  const text = useTexts(askText);
  const api = useApi();
  const queries = useQueryClient();
  const id = useId();
  const [draft, setDraft] = useState<Draft>(() => initial ?? readDraft(readSetting('draft')));
  const [fault, setFault] = useState<'blank' | 'half' | null>(null);
  const task = useRef<HTMLTextAreaElement>(null);
  const about = useQuery({ queryKey: ['about'], queryFn: () => dataOf(api.GET('/api/about')), staleTime: Number.POSITIVE_INFINITY });
  const send = useMutation({
    // One key a sending: a repeated click or a lost answer is still one run.
    mutationFn: (input: ReturnType<typeof toRunInput>) =>
      dataOf(api.POST('/api/runs', { params: { header: { 'idempotency-key': randomKey() } }, body: input })),
    onSuccess: ({ runId }) => {
      void queries.invalidateQueries({ queryKey: ['runs'] });
      goTo({ at: 'run', runId });
    },
  });

  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    setFault(null);
    writeSetting('draft', JSON.stringify(next));
  };
  const submit = (): void => {
    if (send.isPending) return;
    if (draft.task.trim() === '') {
      setFault('blank');
      task.current?.focus();
    } else if (halfRow(draft.examples) >= 0) setFault('half');
    else send.mutate(toRunInput(draft));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };
  const field = send.error instanceof ApiError ? fieldOf(send.error.problem) : undefined;
  const wrongRow = fault === 'half' ? halfRow(draft.examples) : field?.startsWith('examples.') === true ? Number(field.split('.')[1]) : -1;
  const profiles = (about.data?.profiles ?? []).filter(({ language }) => draft.language === '' || language === draft.language);

  return (
    <form
      className="plate"
      aria-label={text.request}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="body grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="field">
          <label htmlFor={`${id}-task`}>{text.what}</label>
          <textarea
            id={`${id}-task`}
            ref={task}
            className="input"
            rows={5}
            maxLength={100_000}
            placeholder={text.placeholder}
            value={draft.task}
            aria-invalid={fault === 'blank' || field === 'task' ? true : undefined}
            aria-describedby={fault === 'blank' ? `${id}-fault` : undefined}
            onChange={(event) => change({ task: event.target.value })}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <div className="field">
            <label htmlFor={`${id}-language`}>{text.language}</label>
            <select
              id={`${id}-language`}
              className="input"
              value={draft.language}
              onChange={(event) =>
                change({
                  language: event.target.value,
                  ...(event.target.value === 'lua' || event.target.value === '' ? {} : { profile: '' }),
                })
              }
            >
              <option value="">{text.anyLanguage}</option>
              {(about.data?.languages ?? []).map((language) => (
                <option key={language.id} value={language.id}>
                  {language.title}
                </option>
              ))}
            </select>
          </div>
          {(draft.language === '' || draft.language === 'lua') && (
            <div className="field">
              <label htmlFor={`${id}-profile`}>{text.host}</label>
              <select
                id={`${id}-profile`}
                className="input"
                value={draft.profile}
                disabled={profiles.length === 0}
                onChange={(event) => change({ profile: event.target.value })}
              >
                <option value="">{text.noHost}</option>
                {profiles.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
        </div>
        <ExamplesTable examples={draft.examples} wrong={wrongRow} onChange={(examples) => change({ examples })} />
        {fault !== null && (
          <p className="notice" id={`${id}-fault`} role="alert">
            {fault === 'blank' ? text.blank : text.half}
          </p>
        )}
        {send.isError && <ProblemNotice error={send.error} />}
        <ModelLine />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <button type="submit" className="btn primary" aria-disabled={send.isPending}>
            {send.isPending ? text.sending : initial === undefined ? text.run : text.runAgain} <kbd>Ctrl ↵</kbd>
          </button>
          {about.data !== undefined && (
            <span className="text-label text-ink-3">{text.effort(about.data.defaults.candidates, about.data.defaults.maxRounds)}</span>
          )}
        </div>
      </div>
    </form>
  );
}

/** `crypto.randomUUID` is there on a secure origin only; a service in the own network has none. */
const randomKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The field that a refusal is about, e.g. `examples.0`. */
const fieldOf = (problem: Problem | null): string | undefined =>
  problem?.errors?.[0]?.field ?? /^([a-z]\w*(?:\.\d+)?): /i.exec(problem?.detail ?? '')?.[1];

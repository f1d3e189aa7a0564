import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { dataOf, type Schemas } from '../../api/client.ts';
import { goTo, hrefTo } from '../../app/route.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { ListBones } from '../../parts/list-bones.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Composer } from './composer.tsx';
import { SessionView } from './session-view.tsx';
import { sessionsText } from './sessions.text.ts';

export function SessionsScreen({ sessionId }: { readonly sessionId?: string }) {
  return sessionId === undefined ? <AllSessions /> : <SessionView key={sessionId} id={sessionId} />;
}

const aPage = 20;
/** Pages on the screen at once: the newest of them go when one reads on. */
const mostPages = 10;
type Language = NonNullable<Schemas['MessageInput']['language']>;

/** A place to begin, and the sessions before. */
function AllSessions() {
  const text = useTexts(sessionsText);
  return (
    <div className="grid gap-4">
      <h1>
        {text.title}. <span>{text.detail}</span>
      </h1>
      <div className="grid gap-4 items-start wide:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <NewSession />
        <SessionList />
      </div>
    </div>
  );
}

function NewSession() {
  const text = useTexts(sessionsText);
  const api = useApi();
  const queries = useQueryClient();
  const id = useId();
  const [language, setLanguage] = useState<Language | ''>('');
  const about = useQuery({ queryKey: ['about'], queryFn: () => dataOf(api.GET('/api/about')), staleTime: Number.POSITIVE_INFINITY });
  const begin = useMutation({
    mutationFn: (message: string) => dataOf(api.POST('/api/sessions', { body: { message, ...(language === '' ? {} : { language }) } })),
    onSuccess: ({ sessionId }) => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      goTo({ at: 'sessions', sessionId });
    },
  });
  const languages = about.data?.languages ?? [];
  return (
    <section className="plate" aria-labelledby="begin">
      <div className="head pb-3 items-center">
        <h2 id="begin">{text.begin}</h2>
        <label className="label ml-auto" htmlFor={`${id}-language`}>
          {text.language}
        </label>
        <select
          id={`${id}-language`}
          className="input w-auto!"
          value={language}
          onChange={({ target }) => setLanguage(languages.find((one) => one.id === target.value)?.id ?? '')}
        >
          <option value="">{text.anyLanguage}</option>
          {languages.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      <Composer
        label={text.first}
        hint={text.firstHint}
        isBusy={false}
        isSending={begin.isPending}
        error={begin.error}
        onSend={(message) => begin.mutateAsync(message)}
      />
    </section>
  );
}

function SessionList() {
  const text = useTexts(sessionsText);
  const words = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['sessions'],
    maxPages: mostPages,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET('/api/sessions', { params: { query: { limit: aPage, ...(pageParam === null ? {} : { cursor: pageParam }) } } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    getPreviousPageParam: () => null,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="plate" aria-labelledby="earlier" aria-busy={list.isPending}>
      <div className="head">
        <h2 id="earlier">{text.list}</h2>
      </div>
      <div className="body min-h-24">
        {list.isPending && <ListBones />}
        {list.isError && <ProblemNotice error={list.error} onAgain={() => void list.refetch()} />}
        {list.isSuccess && items.length === 0 && <p className="text-ink-3">{text.none}</p>}
        <ul className="past">
          {items.map(({ id, title, runs, updatedAt }) => (
            <li key={id}>
              <a href={hrefTo({ at: 'sessions', sessionId: id })}>
                <span className="col-span-3 truncate">
                  <ProgramText text={title} mono={false} />
                </span>
                <span className="col-span-3 text-label text-ink-3">
                  {text.runs(runs)} · {words.date(updatedAt)}
                </span>
              </a>
            </li>
          ))}
        </ul>
        {list.data !== undefined && list.data.pageParams[0] !== null && (
          <button
            type="button"
            className="btn small mt-2 mr-2"
            onClick={() => void queries.resetQueries({ queryKey: ['sessions'], exact: true })}
          >
            {text.newest}
          </button>
        )}
        {list.hasNextPage && (
          <button type="button" className="btn small mt-2" onClick={() => void list.fetchNextPage()}>
            {text.older}
          </button>
        )}
      </div>
    </section>
  );
}

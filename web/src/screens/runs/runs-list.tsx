import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { dataOf, type Schemas } from '../../api/client.ts';
import { hrefTo } from '../../app/route.ts';
import { useSingleKeys } from '../../app/single-keys.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { RunMark } from '../../parts/run-mark.tsx';
import { runsText } from './runs.text.ts';

type Phase = Schemas['RunSummary']['phase'];
const phases: readonly Phase[] = ['running', 'waiting', 'queued', 'interrupted', 'done'];
const aPage = 20;
/** Pages on the screen at once: the newest of them go when one reads on, so that the list stays quick however many runs there are. */
const mostPages = 10;
/** Milliseconds without a key until a search begins. */
const typedMs = 250;
/** Milliseconds between two looks at a list in which something goes on. */
const lookMs = 3000;

/** Stored runs, searched and filtered, a page at a time. */
export function RunsList({ selected }: { readonly selected: string | null }) {
  const text = useTexts(runsText);
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [phase, setPhase] = useState<Phase | ''>('');
  const search = useSettled(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  useSingleKeys([['/', () => field.current?.focus()]]);
  const queries = useQueryClient();
  const queryKey = ['runs', 'list', search, phase];
  const list = useInfiniteQuery({
    queryKey,
    maxPages: mostPages,
    queryFn: ({ pageParam }) => {
      const query = {
        limit: aPage,
        ...(search === '' ? {} : { text: search }),
        ...(phase === '' ? {} : { phase }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return dataOf(api.GET('/api/runs', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The service reads on only; the way back is to begin anew.
    getPreviousPageParam: () => null,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((run) => run.phase === 'running' || run.phase === 'queued')) === true
        ? lookMs
        : false,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = search !== '' || phase !== '';
  return (
    <section className="plate" aria-labelledby="runs" aria-busy={list.isFetching}>
      <div className="head items-center pb-3">
        <h2 id="runs">{text.title}</h2>
        <div className="flex gap-2 grow basis-60 justify-end">
          <input
            ref={field}
            type="search"
            className="input max-w-70"
            aria-label={text.search}
            placeholder={text.search}
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <select
            className="input w-auto!"
            aria-label={text.phase}
            value={phase}
            onChange={({ target }) => setPhase(phases.find((one) => one === target.value) ?? '')}
          >
            <option value="">{text.all}</option>
            {phases.map((one) => (
              <option key={one} value={one}>
                {text[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {list.isError && <ProblemNotice error={list.error} onAgain={() => void list.refetch()} />}
      {list.isPending ? (
        <Bones />
      ) : list.isError && items.length === 0 ? null : items.length === 0 ? (
        <Nothing isFiltered={isFiltered} />
      ) : (
        <RunsTable items={items} selected={selected} />
      )}
      <div className="foot flex items-center justify-between min-h-12" aria-live="polite">
        <span>{items.length > 0 && text.shown(items.length)}</span>
        {list.data !== undefined && list.data.pageParams[0] !== null && (
          <button type="button" className="btn small" onClick={() => void queries.resetQueries({ queryKey, exact: true })}>
            {text.newest}
          </button>
        )}
        {list.hasNextPage && (
          <button type="button" className="btn small" aria-disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {text.older}
          </button>
        )}
      </div>
    </section>
  );
}

function RunsTable({ items, selected }: { readonly items: readonly Schemas['RunSummary'][]; readonly selected: string | null }) {
  const text = useTexts(runsText);
  const words = useWords();
  return (
    <table className="table runs fold">
      <thead>
        <tr>
          <th>{text.outcome}</th>
          <th>{text.request}</th>
          <th className="num">{text.time}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((run) => {
          const isOver = run.phase === 'done' || run.phase === 'interrupted';
          const about = [run.language, words.date(run.createdAt), run.model].filter((part) => part !== null);
          return (
            <tr key={run.id} className={run.id === selected ? 'selected' : undefined}>
              <td>
                <RunMark phase={run.phase} status={run.status} withWord />
              </td>
              <td className="wide">
                <a
                  className="row"
                  href={hrefTo(isOver ? { at: 'runs', replay: run.id } : { at: 'run', runId: run.id })}
                  aria-current={run.id === selected ? 'true' : undefined}
                >
                  <ProgramText text={run.title} mono={false} />
                </a>
                <span className="block text-label text-ink-3 truncate">
                  <ProgramText text={about.join(' · ')} mono={false} />
                </span>
              </td>
              <td className="num">{isOver ? text.seconds(words.seconds(run.updatedAt - run.createdAt)) : ''}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const text = useTexts(runsText);
  if (isFiltered) return <p className="body text-ink-2 min-h-40">{text.noneFound}</p>;
  return (
    <div className="body grid gap-3 justify-items-start content-start min-h-40">
      <p>
        <b>{text.none}</b> <span className="text-ink-2">{text.noneMore}</span>
      </p>
      <a className="btn primary" href={hrefTo({ at: 'ask' })}>
        {text.ask}
      </a>
    </div>
  );
}

function Bones() {
  return (
    <div className="body grid gap-7 min-h-100 content-start" aria-hidden="true">
      {['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <i key={index} className={`bone ${width}`} />
      ))}
    </div>
  );
}

/** A text once nobody has typed for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typedMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

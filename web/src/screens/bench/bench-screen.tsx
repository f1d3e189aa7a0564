import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { hrefTo } from '../../app/route.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { CommandLine } from '../../parts/command-line.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { benchText } from './bench.text.ts';
import { ReportView } from './report-view.tsx';

const commands = ['anneal bench sandbox', 'anneal bench generate --samples 8', 'anneal bench tasks tasks.jsonl -n 10'];

/** Reports of benches on this machine: a list, and the one that is looked at. */
export function BenchScreen({ reportId }: { readonly reportId?: string }) {
  const text = useTexts(benchText);
  const words = useWords();
  const api = useApi();
  const list = useInfiniteQuery({
    queryKey: ['bench'],
    queryFn: ({ pageParam }) =>
      dataOf(api.GET('/api/bench', { params: { query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) } } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (list.isError) return <ProblemNotice error={list.error} onAgain={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = reportId ?? items[0]?.id;
  if (list.isSuccess && items.length === 0 && reportId === undefined) return <Empty />;
  return (
    <div className="grid gap-6 items-start wide:grid-cols-[248px_minmax(0,1fr)]">
      <section className="plate min-w-0 wide:order-first max-wide:order-last" aria-labelledby="reports" aria-busy={list.isPending}>
        <div className="head">
          <h2 id="reports">{text.reports}</h2>
        </div>
        <div className="body min-h-24">
          <ul className="past">
            {items.map(({ id, kind, title, at }) => (
              <li key={id}>
                <a href={hrefTo({ at: 'bench', reportId: id })} aria-current={id === shown ? 'true' : undefined}>
                  <span className="col-span-3 truncate">
                    <b>{kind}</b> <ProgramText text={title} mono={false} />
                  </span>
                  <span className="col-span-3 text-label text-ink-3">{words.date(at)}</span>
                </a>
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <button type="button" className="btn small mt-2" onClick={() => void list.fetchNextPage()}>
              {text.older}
            </button>
          )}
        </div>
      </section>
      {shown === undefined ? <h1>{text.loading}</h1> : <ReportView key={shown} id={shown} />}
    </div>
  );
}

function Empty() {
  const text = useTexts(benchText);
  return (
    <div className="grid gap-4">
      <h1>
        {text.none} <span>{text.noneMore}</span>
      </h1>
      <section className="plate max-w-160" aria-labelledby="begin">
        <div className="head">
          <h2 id="begin">{text.begin}</h2>
        </div>
        <div className="body grid gap-2">
          {commands.map((command) => (
            <CommandLine key={command} command={command} />
          ))}
          <p className="text-label text-ink-3">{text.inClone}</p>
        </div>
      </section>
    </div>
  );
}

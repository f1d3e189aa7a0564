import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { hrefTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ListBones } from '../../parts/list-bones.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { RunMark } from '../../parts/run-mark.tsx';
import { askText } from './ask.text.ts';

const shown = 6;

/** The newest runs, with how they ended. */
export function PastRuns() {
  const text = useTexts(askText);
  const api = useApi();
  const past = useQuery({
    queryKey: ['runs', 'newest'],
    queryFn: () => dataOf(api.GET('/api/runs', { params: { query: { limit: shown } } })),
    refetchInterval: 10_000,
  });
  const items = past.data?.items ?? [];
  return (
    <section className="plate" aria-labelledby="past">
      <div className="head">
        <h2 id="past">{text.earlier}</h2>
        <a className="ml-auto text-label" href={hrefTo({ at: 'runs' })}>
          {text.all}
        </a>
      </div>
      <div className={`body ${past.isPending ? 'min-h-60' : 'min-h-24'}`}>
        {past.isPending && <ListBones />}
        {past.isError && <ProblemNotice error={past.error} onAgain={() => void past.refetch()} />}
        {past.isSuccess && items.length === 0 && <p className="text-ink-3">{text.none}</p>}
        <ul className="past">
          {items.map((run) => (
            <li key={run.id}>
              <a href={hrefTo({ at: 'run', runId: run.id })}>
                <RunMark phase={run.phase} status={run.status} />
                <span className="truncate">
                  <ProgramText text={run.title} mono={false} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

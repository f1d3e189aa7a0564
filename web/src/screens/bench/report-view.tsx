import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { goTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { benchText } from './bench.text.ts';
import { ConfidenceCharts } from './confidence-charts.tsx';
import { RateRows } from './rate-rows.tsx';
import { ReportHead } from './report-head.tsx';
import { ShareRows } from './share-rows.tsx';
import { TaskStrip } from './task-strip.tsx';

/** One report with what can be drawn of it. */
export function ReportView({ id }: { readonly id: string }) {
  const text = useTexts(benchText);
  const api = useApi();
  const queries = useQueryClient();
  const report = useQuery({
    queryKey: ['bench', id],
    queryFn: () => dataOf(api.GET('/api/bench/{id}', { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/bench/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['bench'] });
      goTo({ at: 'bench' });
    },
  });
  if (report.isError) return <ProblemNotice error={report.error} onAgain={() => void report.refetch()} />;
  if (report.data === undefined) {
    return (
      <div className="grid gap-4" aria-busy="true">
        <h1>{text.loading}</h1>
        <div className="plate min-h-80" />
      </div>
    );
  }
  const { shares, rates, tasks, reliability } = report.data;
  return (
    <div className="grid gap-4 min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <ReportHead report={report.data} />
        <div className="flex flex-wrap gap-2">
          <a className="btn small" href={`/api/bench/${encodeURIComponent(id)}`} download={`${id}.json`}>
            <Icon name="down" /> {text.download}
          </a>
          <ConfirmButton
            label={text.remove}
            question={text.removeQuestion}
            keep={text.keep}
            about={report.data.title}
            onConfirm={() => remove.mutate()}
          />
        </div>
      </div>
      {remove.isError && <ProblemNotice error={remove.error} />}
      {tasks.length > 0 && <TaskStrip tasks={tasks} />}
      {shares.length > 0 && (
        <section className="plate" aria-labelledby="solved">
          <div className="head">
            <h2 id="solved">{text.solved}</h2>
          </div>
          <ShareRows shares={shares} />
        </section>
      )}
      {reliability.length > 0 && (
        <div className="grid gap-4 wide:grid-cols-2">
          <ConfidenceCharts report={report.data} />
        </div>
      )}
      {rates.length > 0 && (
        <section className="plate" aria-labelledby="rates">
          <div className="head">
            <h2 id="rates">{text.rates}</h2>
          </div>
          <Scrolled label={text.rates}>
            <RateRows rates={rates} />
          </Scrolled>
        </section>
      )}
    </div>
  );
}

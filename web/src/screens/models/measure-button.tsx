import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { useLanguage, useTexts, useWords } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Progress } from '../../parts/progress.tsx';
import { JobOutcome } from './model-row.tsx';
import { modelsText } from './models.text.ts';
import { isRunning, type Job, jobAbout, shareOf } from './use-jobs.ts';

/** Begins a measurement of the model, and shows how far it is. */
export function MeasureButton({ jobs }: { readonly jobs: readonly Job[] }) {
  const text = useTexts(modelsText);
  const words = useWords();
  const { language } = useLanguage();
  const api = useApi();
  const queries = useQueryClient();
  const anew = { onSettled: () => void queries.invalidateQueries({ queryKey: ['jobs'] }) };
  const begin = useMutation({ mutationFn: () => dataOf(api.POST('/api/doctor', { body: {} })), ...anew });
  const cancel = useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/api/jobs/{id}/cancel', { params: { path: { id } } })),
    ...anew,
  });
  const job = jobAbout(jobs, 'measure');
  if (job !== null && isRunning(job)) {
    const share = shareOf(job);
    return (
      <div className="grid gap-1.5 min-w-64" role="status">
        <span className="flex items-center gap-2">
          <Progress share={share} label={text.measuring} />
          <button type="button" className="btn small" onClick={() => cancel.mutate(job.id)}>
            {text.cancel}
          </button>
        </span>
        <span className="text-label text-ink-3 truncate" lang={language === 'en' ? undefined : 'en'}>
          {share === null ? text.measuring : words.percent(share)} <ProgramText text={job.step?.what ?? ''} mono={false} />
        </span>
      </div>
    );
  }
  return (
    <div className="grid gap-2 justify-items-end">
      <button type="button" className="btn primary" title={text.measureLong} onClick={() => !begin.isPending && begin.mutate()}>
        {text.measure}
      </button>
      {begin.isError && <ProblemNotice error={begin.error} />}
      {job !== null && job.state === 'failed' && <JobOutcome job={job} name={text.measure} />}
    </div>
  );
}

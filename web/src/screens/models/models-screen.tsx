import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { DoctorPanel, nameOf } from './doctor-panel.tsx';
import { MeasureButton } from './measure-button.tsx';
import { MeasuredPanel } from './measured-panel.tsx';
import { checkText, modelsText } from './models.text.ts';
import { ModelsPanel } from './models-panel.tsx';
import { useJobs } from './use-jobs.ts';

/** Models, and what works on this machine. */
export function ModelsScreen() {
  const text = useTexts(modelsText);
  const names = useTexts(checkText);
  const api = useApi();
  const queries = useQueryClient();
  const jobs = useJobs();
  const models = useQuery({ queryKey: ['models'], queryFn: () => dataOf(api.GET('/api/models')) });
  const doctor = useQuery({ queryKey: ['doctor'], queryFn: () => dataOf(api.GET('/api/doctor')), staleTime: 60_000 });
  const lookAgain = useMutation({
    mutationFn: () => Promise.all([doctor.refetch(), models.refetch()]),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
  const report = doctor.data;
  const listed = (missing: boolean): string =>
    (report?.checks ?? [])
      .filter(({ ok, needed }) => !ok && needed === missing)
      .map(({ name }) => nameOf(name, names))
      .join(', ');
  const lacking = listed(true);
  const without = listed(false);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-h-12 grow basis-80">
          <p className="text-label text-ink-3">{text.doctor}</p>
          {report === undefined ? (
            <h1>
              {text.looking} <span>{text.lookingMore}</span>
            </h1>
          ) : (
            <h1>
              {report.ready ? text.ready : text.notReady}{' '}
              <span>{lacking !== '' ? text.lacking(lacking) : without !== '' ? text.without(without) : text.allWell}</span>
            </h1>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" aria-disabled={doctor.isFetching} onClick={() => !doctor.isFetching && lookAgain.mutate()}>
            {text.lookAgain}
          </button>
          <MeasureButton jobs={jobs} />
        </div>
      </div>
      {doctor.isError && <ProblemNotice error={doctor.error} onAgain={() => void doctor.refetch()} />}
      <div className="grid gap-4 items-start wide:grid-cols-2">
        <DoctorPanel checks={report?.checks ?? null} />
        <div className="grid gap-4 min-w-0">
          {models.isError ? (
            <ProblemNotice error={models.error} onAgain={() => void models.refetch()} />
          ) : (
            <ModelsPanel models={models.data ?? null} jobs={jobs} />
          )}
          {report !== undefined && <MeasuredPanel measurements={report.measurements} />}
        </div>
      </div>
    </div>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf, type Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { bytesIn } from '../../parts/bytes.ts';
import { CommandLine } from '../../parts/command-line.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Glyph } from '../../parts/glyph.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Progress } from '../../parts/progress.tsx';
import { failed, Said } from '../../parts/said.tsx';
import { modelsText } from './models.text.ts';
import { isRunning, type Job, shareOf } from './use-jobs.ts';

type Props = {
  readonly backend: string;
  readonly model: Schemas['ModelListing'];
  readonly isTaken: boolean;
  /** The newest download of it. */
  readonly job: Job | null;
};

/** A model, with what can be done about it now. */
export function ModelRow({ backend, model, isTaken, job }: Props) {
  const text = useTexts(modelsText);
  const words = useWords();
  const { name, bytes, present, detail, detailSaid, licence, fitsMemory } = model;
  const isFetched = job !== null && isRunning(job);
  const about = [
    detail,
    licence === undefined || detail.includes(licence) ? null : text.licence(licence),
    fitsMemory === false ? text.tooLarge : null,
  ];
  return (
    <>
      <tr aria-selected={isTaken ? true : undefined} className={isTaken ? 'selected' : undefined}>
        <td className="wide">
          {isTaken || present ? (
            <b>
              <ProgramText text={name} mono={false} />
            </b>
          ) : (
            <ProgramText text={name} mono={false} />
          )}
          <br />
          <span className="text-label text-ink-3">
            {about
              .filter((part) => part !== null && part !== '')
              .map((part, index) => [
                index > 0 && ' · ',
                <Said key={part} text={part ?? ''} said={part === detail ? detailSaid : undefined} />,
              ])}
          </span>
        </td>
        <td className="whitespace-nowrap">{backend}</td>
        <td className="num">{bytes === null ? '' : bytesIn(words, bytes)}</td>
        <td className="wide min-w-40">{isFetched ? <Fetching job={job} name={name} /> : <Actions {...{ backend, model, isTaken }} />}</td>
      </tr>
      {job !== null &&
        !isFetched &&
        (job.error !== null || job.warnings.length > 0) &&
        !(job.state === 'done' && job.warnings.length === 0) && (
          <tr>
            <td colSpan={4} className="wide">
              <JobOutcome job={job} name={name} />
            </td>
          </tr>
        )}
    </>
  );
}

function Fetching({ job, name }: { readonly job: Job; readonly name: string }) {
  const text = useTexts(modelsText);
  const words = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => dataOf(api.POST('/api/jobs/{id}/cancel', { params: { path: { id: job.id } } })),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
  const { step } = job;
  return (
    <span className="grid gap-1.5">
      <span className="flex items-center gap-2">
        <Progress share={shareOf(job)} label={`${text.fetching} ${name}`} />
        <button type="button" className="btn small" aria-label={`${text.cancel}: ${name}`} onClick={() => cancel.mutate()}>
          {text.cancel}
        </button>
      </span>
      <span className="text-label text-ink-3">
        {step === null || step.done === null || step.total === null
          ? text.fetching
          : text.left(bytesIn(words, step.done), bytesIn(words, step.total))}
      </span>
    </span>
  );
}

function Actions({ backend, model, isTaken }: Omit<Props, 'job'>) {
  const { name, bytes, present, partialBytes } = model;
  const text = useTexts(modelsText);
  const words = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const pull = useMutation({
    mutationFn: () => dataOf(api.POST('/api/models', { body: { backend, name } })),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
  const remove = useMutation({
    mutationFn: () =>
      dataOf(api.DELETE('/api/models/{backend}/{name}', { params: { path: { backend, name }, query: isTaken ? { inUse: 'true' } : {} } })),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['models'] });
      void queries.invalidateQueries({ queryKey: ['doctor'] });
    },
  });
  const error = pull.error ?? remove.error;
  const size = bytes === null ? name : bytesIn(words, present ? bytes : (partialBytes ?? bytes));
  return (
    <span className="grid gap-1.5 justify-items-start">
      {isTaken && (
        <span className="inline-flex items-center gap-1.75 whitespace-nowrap">
          <Glyph name="a" className="text-cool" /> {text.taken}
        </span>
      )}
      <span className="flex flex-wrap gap-2 items-center">
        {!present && (
          <button
            type="button"
            className="btn small"
            aria-label={`${text.fetch}: ${name}`}
            onClick={() => !pull.isPending && pull.mutate()}
          >
            {partialBytes === undefined ? text.fetch : text.fetchRest}
          </button>
        )}
        {(present || partialBytes !== undefined) && (
          <ConfirmButton
            label={text.remove}
            question={text.removeQuestion(size)}
            keep={text.keep}
            about={name}
            disabled={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        )}
        {partialBytes !== undefined && bytes !== null && (
          <span className="text-label text-ink-3">{text.partly(words.percent(partialBytes / bytes))}</span>
        )}
      </span>
      {present && !isTaken && (
        <details className="text-label">
          <summary>{text.makeDefault}</summary>
          <CommandLine command={`anneal models use ${name}${backend === 'llama-cpp' ? '' : ` -b ${backend}`}`} />
        </details>
      )}
      {error !== null && <ProblemNotice error={error} />}
    </span>
  );
}

/** How a download or a measurement ended that did not simply work. */
export function JobOutcome({ job: { error, warnings }, name }: { readonly job: Job; readonly name: string }) {
  const text = useTexts(modelsText);
  return (
    <div className={`notice ${error === null ? 'warn' : 'fault'}`} role="status">
      {error !== null && (
        <>
          <b>{text.jobFailed(name)}</b>
          <p>
            <Said text={error.message} said={failed(error)} />
          </p>
          <div>
            <CommandLine command={error.hint} />
          </div>
        </>
      )}
      {warnings.map((warning) => (
        <p key={warning}>
          <Said text={warning} />
        </p>
      ))}
    </div>
  );
}

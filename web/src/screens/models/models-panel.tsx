import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { dataOf, type Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { bytesIn } from '../../parts/bytes.ts';
import { CommandLine } from '../../parts/command-line.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { failed, Said } from '../../parts/said.tsx';
import { ModelRow } from './model-row.tsx';
import { modelsText } from './models.text.ts';
import type { Job } from './use-jobs.ts';

type Models = Schemas['Models'];

/** Models by backend, which of them a run takes and why; fetching and removing. */
export function ModelsPanel({ models, jobs }: { readonly models: Models | null; readonly jobs: readonly Job[] }) {
  const text = useTexts(modelsText);
  const words = useWords();
  const all = models?.backends.flatMap(({ backend, models: offered }) => offered.map((model) => ({ backend, model }))) ?? [];
  const bytes = all.reduce((sum, { model }) => sum + (model.present ? (model.bytes ?? 0) : 0), 0);
  const taken = models?.taken ?? null;
  return (
    <section className="plate" aria-labelledby="models" aria-busy={models === null}>
      <div className="head">
        <h2 id="models">{text.models}</h2>
        {bytes > 0 && <span className="ml-auto text-label text-ink-3">{text.onDisk(bytesIn(words, bytes))}</span>}
      </div>
      {models === null ? (
        <div className="body grid gap-4 min-h-60" aria-hidden="true">
          <i className="bone w-3/4" />
          <i className="bone w-2/3" />
          <i className="bone w-3/4" />
        </div>
      ) : (
        <>
          <table className="table fold mt-1">
            <thead>
              <tr>
                <th>{text.model}</th>
                <th>{text.from}</th>
                <th className="num">{text.size}</th>
                <th>{text.use}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ backend, model }) => (
                <ModelRow
                  key={`${backend} ${model.name}`}
                  backend={backend}
                  model={model}
                  isTaken={taken?.backend === backend && taken.model === model.name}
                  job={jobs.find(({ kind, subject }) => kind === 'pull' && subject === `${backend}:${model.name}`) ?? null}
                />
              ))}
            </tbody>
          </table>
          {models.backends.map(
            ({ backend, error, models: offered }) =>
              (error !== null || offered.length === 0) && (
                <div key={backend} className="foot grid gap-1">
                  <span>
                    <b className="text-ink-2">{backend}</b>{' '}
                    {error === null ? text.noneOffered : <Said text={error.message} said={failed(error)} />}
                  </span>
                  {error !== null && <CommandLine command={error.hint} />}
                </div>
              ),
          )}
          {taken !== null && (
            <dl className="facts px-4 py-3 border-t border-line max-phone:px-3">
              <dt>{text.why}</dt>
              <dd>
                <b>
                  <ProgramText text={taken.model === '' ? taken.backend : taken.model} mono={false} />
                </b>
                : <Said text={taken.why} said={taken.whySaid} />
              </dd>
              {taken.expectation !== null && (
                <>
                  <dt>{text.expect}</dt>
                  <dd>
                    <Said text={taken.expectation} said={taken.expectationSaid} />
                  </dd>
                </>
              )}
              {taken.warnings.map(({ feature, detail, detailSaid }) => (
                <dd key={feature} className="col-span-2 notice warn">
                  <p>
                    <Said text={detail} said={detailSaid} />
                  </p>
                </dd>
              ))}
            </dl>
          )}
          <PullForm backends={models.backends.map(({ backend }) => backend).filter((name) => name !== 'llama-cpp')} />
        </>
      )}
    </section>
  );
}

/** A model that a server can find but does not list yet. */
function PullForm({ backends }: { readonly backends: readonly string[] }) {
  const text = useTexts(modelsText);
  const api = useApi();
  const queries = useQueryClient();
  const id = useId();
  const [name, setName] = useState('');
  const backend = backends.find((one) => one === 'ollama');
  const pull = useMutation({
    mutationFn: () => dataOf(api.POST('/api/models', { body: { backend: 'ollama', name: name.trim() } })),
    onSuccess: () => {
      setName('');
      void queries.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  if (backend === undefined) return null;
  return (
    <form
      className="grid gap-2 px-4 py-3 border-t border-line max-phone:px-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (name.trim() !== '' && !pull.isPending) pull.mutate();
      }}
    >
      <div className="flex flex-wrap gap-2 items-end">
        <div className="field grow basis-48">
          <label htmlFor={`${id}-name`}>{text.fetchName} (Ollama)</label>
          <input
            id={`${id}-name`}
            className="input mono"
            value={name}
            maxLength={200}
            placeholder="qwen2.5-coder:7b"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <button type="submit" className="btn" aria-disabled={name.trim() === '' || pull.isPending}>
          {text.fetch}
        </button>
      </div>
      {pull.isError && <ProblemNotice error={pull.error} />}
    </form>
  );
}

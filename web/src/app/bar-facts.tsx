import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { dataOf } from '../api/client.ts';
import { useTexts } from '../i18n/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProgramText } from '../parts/program-text.tsx';
import { shellText } from './shell.text.ts';
import { useShownRun } from './shown-run.tsx';

/** Model and sandbox of the run on screen; where none is, the model that a run would take, once a screen has asked for it. */
export function BarFacts() {
  const text = useTexts(shellText);
  const api = useApi();
  const run = useShownRun();
  // Read and not fetched: asking every server for its models is for the screens that show them.
  const models = useQuery({ queryKey: ['models'], queryFn: () => dataOf(api.GET('/api/models')), enabled: false });
  const taken = models.data?.taken ?? null;
  const model = run === null ? (taken === null ? null : taken.model || taken.backend) : run.model;
  const sandbox = run?.sandbox ?? null;
  return (
    <>
      {model !== null && (
        <span className="inline-flex gap-1.5 min-w-0 max-w-72 max-wide:hidden">
          {text.model}
          <b className="truncate font-normal text-ink">
            <ProgramText text={model} mono={false} />
            {run?.demo === true && ` (${text.demo})`}
          </b>
        </span>
      )}
      {sandbox !== null && (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Icon name="lock" />
          <span className="max-phone:sr-only">{text.sandbox}</span>
          <b className="font-normal text-ink">{sandbox}</b>
        </span>
      )}
    </>
  );
}

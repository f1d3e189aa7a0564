import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import type { FollowedRun } from '../../run/use-run.ts';
import { runText } from './run.text.ts';

/** Goes on with an interrupted or stopped run from its stored facts. */
export function ResumeButton({ run: { runId, again } }: { readonly run: FollowedRun }) {
  const text = useTexts(runText);
  const api = useApi();
  const resume = useMutation({
    mutationFn: () => dataOf(api.POST('/api/runs/{id}/resume', { params: { path: { id: runId } } })),
    onSuccess: again,
  });
  return (
    <>
      {resume.isError && <ProblemNotice error={resume.error} />}
      <button type="button" className="btn primary" onClick={() => resume.mutate()}>
        {text.resume}
      </button>
    </>
  );
}

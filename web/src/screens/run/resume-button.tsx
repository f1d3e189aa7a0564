import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { ApiError, dataOf } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import type { FollowedRun } from '../../run/use-run.ts';
import { runText } from './run.text.ts';

/** Goes on with an interrupted or stopped run from its stored facts. */
export function ResumeButton({ run: { runId, again } }: { readonly run: Pick<FollowedRun, 'runId' | 'again'> }) {
  const text = useTexts(runText);
  const api = useApi();
  const resume = useMutation({
    mutationFn: () => dataOf(api.POST('/api/runs/{id}/resume', { params: { path: { id: runId } } })),
    onSuccess: again,
    // Somebody else was quicker, and it is at work.
    onError: (error) => error instanceof ApiError && error.status === 409 && again(),
  });
  return (
    <>
      {resume.isError && <ProblemNotice error={resume.error} />}
      <button type="button" className="btn primary" aria-disabled={resume.isPending} onClick={() => !resume.isPending && resume.mutate()}>
        {text.resume}
      </button>
    </>
  );
}

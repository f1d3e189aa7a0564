import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { goTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sessionsText } from './sessions.text.ts';
import type { Turn } from './use-session.ts';

type Props = { readonly id: string; readonly last: Turn | null; readonly isBusy: boolean };
type What = 'undo' | 'reset' | 'remove';

/** Takes the last message back, begins anew, or deletes all. A session is its runs: what is taken back is a run. */
export function SessionActions({ id, last, isBusy }: Props) {
  const text = useTexts(sessionsText);
  const api = useApi();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async (what: What) => {
      const params = { params: { path: { id } } };
      if (what === 'undo') {
        if (last === null) return;
        const run = { params: { path: { id: last.runId } } };
        // A question that is open keeps its run.
        if (last.state === 'waiting') await dataOf(api.POST('/api/runs/{id}/cancel', run));
        await dataOf(api.DELETE('/api/runs/{id}', run));
      } else if (what === 'reset') await dataOf(api.POST('/api/sessions/{id}/reset', params));
      else await dataOf(api.DELETE('/api/sessions/{id}', params));
    },
    onSettled: async (_done, _error, what) => {
      await queries.invalidateQueries({ queryKey: ['session', id] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      void queries.invalidateQueries({ queryKey: ['runs'] });
      if (what === 'remove') goTo({ at: 'sessions' });
    },
  });
  if (last === null) return null;
  const button = (what: What, label: string, question: string) => (
    <ConfirmButton
      key={what}
      label={label}
      question={question}
      keep={text.keep}
      about={text.about}
      disabled={act.isPending || (isBusy && what === 'undo')}
      onConfirm={() => act.mutate(what)}
    />
  );
  return (
    <>
      {act.isError && <ProblemNotice error={act.error} />}
      {button('undo', text.undo, text.undoQuestion)}
      {button('reset', text.reset, text.resetQuestion)}
      {button('remove', text.remove, text.removeQuestion)}
    </>
  );
}

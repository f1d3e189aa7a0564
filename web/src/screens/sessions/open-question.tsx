import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { useWords } from '../../i18n/language.tsx';
import { AnswerShape, Glyph } from '../../parts/glyph.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import type { Result } from './use-session.ts';

type Props = { readonly runId: string; readonly text: string | null; readonly result: Result | null };

/** The question that the session waits for: an option is chosen here, anything else is written below. */
export function OpenQuestion({ runId, text: asked, result }: Props) {
  const words = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: (optionId: string) => dataOf(api.POST('/api/runs/{id}/answer', { params: { path: { id: runId } }, body: { optionId } })),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
  return (
    <li>
      <Glyph name="ask" className="who text-warm" />
      <div className="grid gap-3 min-w-0">
        <p className="said" role="status">
          <ProgramText text={asked ?? ''} mono={false} />
        </p>
        <div className="flex flex-wrap gap-2">
          {result?.question?.options.map(({ id, value, support }, rank) => (
            <button
              key={id}
              type="button"
              className="btn max-w-full"
              aria-disabled={answer.isPending}
              onClick={() => !answer.isPending && answer.mutate(id)}
            >
              <kbd>{id}</kbd> <AnswerShape rank={rank} />
              <span className="truncate">
                <ProgramText text={value} />
              </span>
              <span className="text-ink-3 font-normal">{words.percent(support)}</span>
            </button>
          ))}
        </div>
        {answer.isError && <ProblemNotice error={answer.error} />}
      </div>
    </li>
  );
}

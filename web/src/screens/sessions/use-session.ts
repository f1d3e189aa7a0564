import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { ApiError, dataOf, type Schemas } from '../../api/client.ts';

export type Session = Schemas['Session'];
export type Turn = Session['turns'][number];
export type Result = Schemas['RunResult'];

/** Milliseconds between two looks: other tabs and programs may speak in the same session. */
const lookMs = 4000;

export const isAtWork = ({ state }: Pick<Turn, 'state'>): boolean => state === 'queued' || state === 'running';

/** A conversation as the service tells it; null for one that was reset or never began. */
export function useSession(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['session', id],
    queryFn: async (): Promise<Session | null> => {
      try {
        return await dataOf(api.GET('/api/sessions/{id}', { params: { path: { id } } }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: lookMs,
  });
}

/** What came of each turn, by run, as far as it is here. A result that cannot change any more is read once. */
export function useResults(turns: readonly Turn[]): ReadonlyMap<string, Result> {
  const api = useApi();
  return useQueries({
    queries: turns
      .filter((turn) => !isAtWork(turn))
      .map(({ runId, state }) => ({
        queryKey: ['run', runId, state],
        queryFn: () => dataOf(api.GET('/api/runs/{id}', { params: { path: { id: runId } } })),
        staleTime: Number.POSITIVE_INFINITY,
      })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.runId, data] as const]))),
  });
}

export type Version = { readonly runId: string; readonly code: string; readonly language: Result['language'] };

/** The programs that a session came to, oldest first: a run that found nothing leaves none. */
export const versionsOf = (turns: readonly Turn[], results: ReadonlyMap<string, Result>): readonly Version[] =>
  turns.flatMap(({ runId }) => {
    const result = results.get(runId);
    const isGood = result?.status === 'success' || result?.status === 'unsure';
    return isGood && result.code !== null ? [{ runId, code: result.code, language: result.language }] : [];
  });

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { dataOf, type Schemas } from '../../api/client.ts';

export type Job = Schemas['Job'];

/** Milliseconds between two looks at work that goes on. */
const lookMs = 1000;

/** Downloads and measurements; what they change is read anew when one ends. */
export function useJobs(): readonly Job[] {
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => dataOf(api.GET('/api/jobs')),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) === true ? lookMs : false),
  });
  const running = (data?.items ?? [])
    .filter(isRunning)
    .map(({ id }) => id)
    .join(' ');
  const before = useRef(running);
  useEffect(() => {
    if (before.current !== running && before.current !== '') {
      void queries.invalidateQueries({ queryKey: ['models'] });
      void queries.invalidateQueries({ queryKey: ['doctor'] });
    }
    before.current = running;
  }, [running, queries]);
  return data?.items ?? [];
}

export const isRunning = ({ state }: Pick<Job, 'state'>): boolean => state === 'running';

/** The newest job about something. */
export const jobAbout = (jobs: readonly Job[], kind: Job['kind'], subject?: string): Job | null =>
  jobs.find((job) => job.kind === kind && (subject === undefined || job.subject === subject)) ?? null;

/** How far it is, 0 to 1; null where it does not say. */
export function shareOf({ step }: Job): number | null {
  if (step === null || step.done === null || step.total === null || step.total === 0) return null;
  return Math.min(1, step.done / step.total);
}

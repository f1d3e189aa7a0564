import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RunQueue } from '../../runs/run-queue.ts';

/** What an operator watches. One registry a service: nothing is shared between two in one process. */
export type Metrics = {
  readonly noteRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly noteRunEnd: (status: string) => void;
  /** A reader of events; call what is returned when it leaves. */
  readonly noteReader: () => () => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

export function createMetrics(queue: () => Pick<RunQueue, 'running' | 'waiting'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'anneal_http_request_seconds',
    help: 'Time until an answer began, by route.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers,
  });
  const ended = new Counter({
    name: 'anneal_runs_ended_total',
    help: 'Runs that ended or wait for an answer.',
    labelNames: ['status'],
    registers,
  });
  const readers = new Gauge({ name: 'anneal_event_readers', help: 'Open streams of events.', registers });
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  gauge('anneal_runs_running', 'Runs that are driven now.', () => queue().running());
  gauge('anneal_runs_waiting', 'Runs that wait for their turn.', () => queue().waiting());
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('process_cpu_seconds_total', 'CPU time of the process itself.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  return {
    noteRequest: (route, method, status, seconds) => requests.observe({ route, method, status: String(status) }, seconds),
    noteRunEnd: (status) => ended.inc({ status }),
    noteReader() {
      readers.inc();
      return () => readers.dec();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

import type { Abortable } from '../../../ports/abortable.ts';
import type { BenchService } from './bench-service.ts';
import { type Caller, createCaller } from './call.ts';
import { openReader, type Reader } from './reader.ts';

export type ServeReport = {
  readonly runs: number;
  /** Runs that did not end with a program, or of which nobody knows. */
  readonly lost: number;
  readonly runsPerSecond: number;
  /** The service's own CPU, all of it, shared out among the HTTP requests, and among the runs. */
  readonly cpuMsPerRequest: number;
  readonly cpuMsPerRun: number;
  /** At half of that rate: until a run is promised, and until it has ended. Its model and sandbox take no time. */
  readonly p95PromiseMs: number;
  readonly p95RunMs: number;
  readonly readers: number;
  readonly stoppedReaders: number;
  readonly facts: number;
  /** Readers that missed a fact, saw one twice or out of order. */
  readonly wrongReaders: number;
  /** From a fact's own time to its arrival, at readers that read. */
  readonly p95DeliveryMs: number;
  /** The longest stall of the service's loop, also while another connection held the store's lock. */
  readonly stallMs: number;
  readonly stallWhileLockedMs: number;
  readonly rssMb: number;
  readonly mostRssMb: number;
  readonly soak: readonly { readonly minute: number; readonly rssMb: number; readonly runs: number }[];
};

export type ServeOptions = Abortable & {
  readonly runs: number;
  readonly readers: number;
  readonly soakMinutes: number;
  readonly tell: (line: string) => void;
};

const task = { task: 'Double a number', language: 'lua', signature: 'function double(x)', examples: ['double(2) == 4', 'double(5) == 10'] };
const halfLoadSeconds = 8;
/** One reader in ten stops reading. */
const stopsEvery = 10;
const lockMs = 400;

/** Loads a service from outside and looks at it from inside. Bounded by its counts; a soak by its minutes. */
export async function measureServe(service: BenchService, options: ServeOptions): Promise<ServeReport> {
  const caller = createCaller(service.port);
  let mostRss = 0;
  let stall = 0;
  const look = async (): Promise<{ readonly cpuMs: number; readonly rssBytes: number; readonly stallMs: number }> => {
    const figures = await service.figures();
    mostRss = Math.max(mostRss, figures.rssBytes);
    options.tell(`  ${(figures.rssBytes / 1e6).toFixed(0)} MB, longest stall ${figures.stallMs.toFixed(0)} ms`);
    return figures;
  };
  try {
    options.tell('warming up');
    await atOnce(caller, 20);
    await look();

    options.tell(`${options.runs} runs at once`);
    const before = await look();
    const answeredBefore = caller.answered();
    const startedAt = performance.now();
    const lost = await atOnce(caller, options.runs);
    const seconds = (performance.now() - startedAt) / 1000;
    const answered = caller.answered() - answeredBefore;
    const after = await look();
    const cpuMs = after.cpuMs - before.cpuMs;
    const runsPerSecond = options.runs / seconds;
    stall = Math.max(stall, after.stallMs);

    options.tell(`half of ${runsPerSecond.toFixed(0)} runs a second`);
    const half = await atRate(caller, runsPerSecond / 2, halfLoadSeconds, options);
    stall = Math.max(stall, (await look()).stallMs);

    options.tell(`${options.readers} readers of one run`);
    const readers = await manyReaders(service, caller, options.readers);
    stall = Math.max(stall, (await look()).stallMs);

    options.tell('another connection holds the lock of the store');
    const locked = service.lockStore(lockMs);
    const duringLock = await atOnce(caller, 20);
    await locked;
    const stallWhileLockedMs = (await look()).stallMs;

    const soak = await soakFor(service, caller, runsPerSecond / 4, options);
    const { rssBytes } = await look();
    return {
      runs: options.runs,
      lost: lost + half.lost + duringLock,
      runsPerSecond,
      cpuMsPerRequest: cpuMs / answered,
      cpuMsPerRun: cpuMs / options.runs,
      p95PromiseMs: percentile(half.promiseMs, 0.95),
      p95RunMs: percentile(half.runMs, 0.95),
      ...readers,
      stallMs: stall,
      stallWhileLockedMs,
      rssMb: rssBytes / 1e6,
      mostRssMb: mostRss / 1e6,
      soak,
    };
  } finally {
    caller.close();
  }
}

type OneRun = { readonly ok: boolean; readonly promiseMs: number; readonly runMs: number };

/** A run is asked for, followed to its end, and shown: three requests. */
async function oneRun({ call }: Caller): Promise<OneRun> {
  const startedAt = performance.now();
  const { status, body } = await call('POST', '/api/runs', task);
  const promiseMs = performance.now() - startedAt;
  if (status !== 202) return { ok: false, promiseMs, runMs: promiseMs };
  const path = `/api/runs/${String(body.runId)}`;
  // Its answer ends with the run.
  await call('GET', `${path}/events`);
  const runMs = performance.now() - startedAt;
  const { state, status: outcome } = (await call('GET', path)).body;
  // How sure it is of the scripted programs is not what is measured.
  return { ok: state === 'done' && (outcome === 'success' || outcome === 'unsure'), promiseMs, runMs };
}

/** Returns how many were lost. */
async function atOnce(caller: Caller, count: number): Promise<number> {
  const done = await Promise.allSettled(Array.from({ length: count }, () => oneRun(caller)));
  return done.filter((one) => one.status === 'rejected' || !one.value.ok).length;
}

async function atRate(caller: Caller, perSecond: number, seconds: number, { signal }: Abortable) {
  const running: Promise<OneRun>[] = [];
  const startedAt = performance.now();
  const count = Math.max(1, Math.round(perSecond * seconds));
  for (let index = 0; index < count; index += 1) {
    await pause(startedAt + (index * 1000) / perSecond - performance.now());
    signal?.throwIfAborted();
    const one = oneRun(caller);
    // It is looked at in the end: until then a broken connection is a lost run, not the end of the measurement.
    one.catch(() => undefined);
    running.push(one);
  }
  const done = await Promise.allSettled(running);
  const kept = done.flatMap((one) => (one.status === 'fulfilled' && one.value.ok ? [one.value] : []));
  return { lost: count - kept.length, promiseMs: kept.map(({ promiseMs }) => promiseMs), runMs: kept.map(({ runMs }) => runMs) };
}

/** One run whose events come over some seconds, and many readers that were there before them. */
async function manyReaders(service: BenchService, caller: Caller, count: number) {
  const firstAfterMs = 4000 + count * 6;
  const paced = `every 80 ms, after ${firstAfterMs} ms`;
  const { body } = await caller.call('POST', '/api/runs', { ...task, task: `${task.task}, ${paced}`, candidates: 64 });
  const runId = String(body.runId);
  const readers = Array.from({ length: count }, (_, index) => openReader(service.port, runId, index === 1));
  const isStopped = (index: number): boolean => index % stopsEvery === 0;
  try {
    await Promise.all(readers.map(({ begun }) => begun));
    for (const [index, reader] of readers.entries()) if (isStopped(index)) reader.stopReading();
    const allThereAt = Date.now();
    await Promise.all(readers.map(({ ended }) => ended));
    const reading = readers.filter((_, index) => !isStopped(index));
    const saidAt = timesOf(readers[1]?.text() ?? '');
    const facts = saidAt.size;
    const delays = reading.flatMap(({ numbers, arrivedAt }) =>
      numbers.flatMap((number, index) => {
        const at = saidAt.get(number) ?? 0;
        return at > allThereAt ? [Math.max(0, (arrivedAt[index] ?? 0) - at)] : [];
      }),
    );
    return {
      readers: count,
      stoppedReaders: count - reading.length,
      facts,
      wrongReaders: reading.filter((reader) => !isWhole(reader, facts)).length,
      p95DeliveryMs: percentile(delays, 0.95),
    };
  } finally {
    for (const reader of readers) reader.close();
  }
}

const isWhole = ({ numbers }: Reader, facts: number): boolean =>
  numbers.length === facts && numbers.every((number, index) => number === index + 1);

/** When each fact happened, by its number; a fact is one line, perhaps cut by the transfer's own lengths. */
function timesOf(text: string): ReadonlyMap<number, number> {
  const plain = text.replace(/\r\n[\da-f]+\r\n/g, '');
  return new Map(
    [...plain.matchAll(/id: (\d+)\nevent: [^\n]*\ndata: [^\n]*"at":(\d{13})/g)].map((match) => [Number(match[1]), Number(match[2])]),
  );
}

async function soakFor(service: BenchService, caller: Caller, perSecond: number, options: ServeOptions): Promise<ServeReport['soak']> {
  const minutes: { minute: number; rssMb: number; runs: number }[] = [];
  for (let minute = 1; minute <= options.soakMinutes; minute += 1) {
    const { runMs } = await atRate(caller, perSecond, 60, options);
    const { rssBytes } = await service.figures();
    minutes.push({ minute, rssMb: rssBytes / 1e6, runs: runMs.length });
    options.tell(`minute ${minute}: ${(rssBytes / 1e6).toFixed(0)} MB, ${runMs.length} runs`);
  }
  return minutes;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution } from '../../domain/execution.ts';
import type { JobOptions, SandboxJob } from '../../ports/sandbox.ts';
import { classifyEnd, type JobEnd } from '../classify.ts';
import { openConversation } from '../conversation.ts';
import { CappedBytes } from './capped-bytes.ts';
import { sampleTree } from './process-tree.ts';

const sampleMs = 50;
/** For what is still in the pipes at the end; a writer that survived is not awaited for longer. */
const drainMs = 40;

export type SupervisedChild = {
  /** Nothing has been written to it yet. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly result: Readable | null;
  /** Wait status, or null when the program never ran; resolves once nothing more can be written that counts. */
  readonly ended: Promise<{ readonly status: number | null; readonly problem: string | null }>;
  /** Where the program's processes hang; null until it is known. */
  rootPid(): number | null;
  kill(): void;
  /** Called with every process seen. */
  onSample?(pids: readonly number[]): void;
};

/** Keeps a job's limits from the outside, for sandboxes without a supervisor within. Throws `signal.reason`, once the child is dead. */
export async function superviseChild(child: SupervisedChild, job: SandboxJob, { signal, dialogue }: JobOptions): Promise<Execution> {
  const started = performance.now();
  const { limits } = job;
  let killed: JobEnd['killed'] = null;
  const stop = (why: NonNullable<JobEnd['killed']>): void => {
    killed ??= why;
    child.kill();
  };
  const onAbort = (): void => stop('cancel');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const streams = [child.stdout, child.stderr, ...(child.result === null ? [] : [child.result])].map(
    (stream, index) => new CappedBytes(stream, index === 2 ? limits.resultBytes : limits.outputBytes, () => stop('output')),
  );
  const conversation =
    dialogue === undefined
      ? null
      : openConversation(
          dialogue,
          (answer) => void child.stdin.write(answer),
          () => stop('cancel'),
        );
  child.stdin.write(job.stdin);
  if (conversation === null) child.stdin.end();
  else {
    let left = limits.resultBytes;
    child.result?.on('data', (piece: Buffer) => {
      const within = Uint8Array.from(piece.subarray(0, left));
      left -= within.byteLength;
      if (within.byteLength > 0) conversation.push(within);
    });
  }
  const wall = setTimeout(() => stop('wall'), limits.wallSeconds * 1000);
  let cpuMs = 0;
  let maxRssBytes = 0;
  const recent: boolean[] = [];
  let over = false;
  const watch = async (): Promise<void> => {
    const root = child.rootPid();
    if (root !== null) {
      const sample = await sampleTree(root);
      if (over) return;
      child.onSample?.(sample.pids);
      cpuMs = Math.max(cpuMs, sample.cpuMs);
      maxRssBytes = Math.max(maxRssBytes, sample.rssBytes);
      recent.push(sample.runnable);
      if (sample.rssBytes > 2 * limits.memoryBytes) stop('memory');
      else if (cpuMs >= limits.cpuSeconds * 1000) stop('cpu');
    }
    if (!over) timer = setTimeout(() => void watch(), sampleMs);
  };
  let timer = setTimeout(() => void watch(), sampleMs);
  const { status, problem } = await child.ended;
  await Promise.race([Promise.all(streams.map((stream) => stream.ended)), sleep(drainMs, undefined, { ref: false })]);
  over = true;
  clearTimeout(wall);
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  child.stdin.end();
  await conversation?.end();
  signal?.throwIfAborted();
  const [stdout, stderr, result] = streams.map((stream) => stream.close());
  const truncated = streams.some((stream) => stream.over);
  const last = recent.slice(-16);
  const busy = last.length > 3 && last.filter(Boolean).length * 4 >= last.length * 3;
  const end = {
    status,
    killed,
    problem: killed === null ? problem : null,
    cpuMs,
    peakBytes: maxRssBytes,
    refused: false,
    busy,
    truncated,
  };
  const nothing = new Uint8Array();
  return {
    termination: classifyEnd(end, limits),
    ...{ stdout: stdout ?? nothing, stderr: stderr ?? nothing, truncated },
    ...(job.wantsResult ? { result: result ?? nothing } : {}),
    usage: { wallMs: performance.now() - started, cpuMs, maxRssBytes },
  };
}

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCoveredDescriptors } from '../host/inherited-descriptors.ts';
import { sandboxUser } from './view.ts';

/** Descriptor 3 is a job's result channel: `resultFd` of the options. */
export const firstInputFd = 6;
const [statusFd, seccompFd] = [4, 5];
const keptErrorBytes = 8192;

/** A running bwrap. Its end is complete: `exited` resolves when nothing of it is left. */
export type BubblewrapProcess = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The first bytes that bwrap or its program wrote to stderr. */
  errorText(): string;
  /** The code is -1 when bwrap was killed; `started`: the sandbox was set up and its program ran. */
  readonly exited: Promise<{ readonly code: number; readonly started: boolean }>;
  /** Process id, on the host, of the sandbox's first process; null until it has started. */
  readonly initPid: () => number | null;
  readonly kill: () => void;
};

/** How long the pipes of a process that has ended may stay open. */
const closeGraceMs = 2000;
/** How long a process may take to stop: a system call that cannot be interrupted comes first. */
const stopGraceMs = 1000;

/**
 * Starts bwrap as an unprivileged user with an empty environment. `filter` is the seccomp program of what it runs;
 * `inputs` can be read from descriptors `firstInputFd` onwards (`--file`).
 */
export function startBubblewrap(
  executable: string,
  args: readonly string[],
  filter: Uint8Array,
  options: { readonly inputs?: readonly Uint8Array[]; readonly resultFd?: number } = {},
): BubblewrapProcess {
  const inputs = options.inputs ?? [];
  const identity = process.getuid?.() === 0 ? { uid: sandboxUser, gid: sandboxUser } : {};
  const fixed = ['--json-status-fd', String(statusFd), '--seccomp', String(seccompFd)];
  const pipes = Array<'pipe' | number>(firstInputFd + inputs.length).fill('pipe');
  if (options.resultFd !== undefined) pipes[3] = options.resultFd;
  const child = withCoveredDescriptors(pipes, (stdio) =>
    spawn(executable, [...fixed, ...args], {
      ...identity,
      // The first process of the sandbox keeps bwrap's own environment readable in /proc/1/environ.
      env: {},
      cwd: '/',
      stdio,
    }),
  );
  const pipe = (fd: number): Duplex => {
    const stream: unknown = child.stdio[fd];
    if (!(stream instanceof Duplex)) throw new TypeError(`bwrap was started without descriptor ${fd}`);
    // Writing to a process that has just died is no fault of ours; `exited` tells.
    stream.on('error', () => {});
    return stream;
  };
  const [stdin, stdout, stderr] = [pipe(0), pipe(1), pipe(2)];
  let errorText = '';
  let statusText = '';
  let initPid: number | null = null;
  let over = false;
  stderr.on('data', (chunk: Buffer) => {
    if (errorText.length < keptErrorBytes) errorText += chunk.toString('utf8');
  });
  pipe(statusFd).on('data', (chunk: Buffer) => {
    if (statusText.length > keptErrorBytes) return;
    statusText += chunk.toString('latin1');
    initPid ??= Number(/"child-pid": (\d+)/.exec(statusText)?.[1] ?? Number.NaN) || null;
  });
  pipe(seccompFd).end(filter);
  for (const [index, data] of inputs.entries()) pipe(firstInputFd + index).end(data);
  const exited = new Promise<{ code: number; started: boolean }>((resolve) => {
    child.once('error', (error) => {
      over = true;
      errorText += error.message;
      resolve({ code: -1, started: false });
    });
    // A start without an exit code is a failed set-up, or our own kill.
    const settle = (code: number | null): void => resolve({ code: code ?? -1, started: statusText.includes('"exit-code"') });
    child.once('close', settle);
    child.once('exit', (code) => {
      over = true;
      // A bwrap that is killed before it told its first process to die with it may leave one that holds the pipes open.
      const patience = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
        settle(code);
      }, closeGraceMs);
      child.once('close', () => clearTimeout(patience));
    });
  });
  return {
    ...{ stdin, stdout, stderr, exited },
    errorText: () => errorText,
    initPid: () => initPid,
    kill: () => {
      if (over) return;
      // Killing bwrap itself would leave its first process to whoever adopts orphans; killing that one ends both.
      if (initPid !== null) return tryKill(initPid);
      // It has not named that one yet. Held still first: one forked after the look would wait for bwrap's word for ever.
      child.kill('SIGSTOP');
      void heldStill(child.pid).then(() => {
        if (over) return;
        for (const pid of childrenOf(child.pid)) tryKill(pid);
        child.kill('SIGKILL');
      });
    },
  };
}

/** Resolves when a process that was sent SIGSTOP has stopped, has ended, or did neither in time. */
async function heldStill(pid: number | undefined): Promise<void> {
  const until = performance.now() + stopGraceMs;
  while (performance.now() < until && /^[RSD]$/.test(statusOf(String(pid))?.[0] ?? '')) await sleep(1);
}

/** Process ids of a process's children, from every process's own record: not every kernel lists them by parent. */
function childrenOf(parent: number | undefined): readonly number[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.filter((name) => parentOf(name) === parent).map(Number);
}

const parentOf = (name: string): number => Number(statusOf(name)?.[1]);

/** A process's state and its parent, as the kernel writes them; null when it has ended. */
function statusOf(name: string): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ', 2);
  } catch {
    return null;
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

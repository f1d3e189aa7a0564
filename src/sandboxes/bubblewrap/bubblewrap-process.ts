import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { sandboxUser } from './view.ts';

const statusFd = 3;
const seccompFd = 4;
const keptErrorBytes = 8192;

/** A running bwrap. Its end is complete: `exited` resolves when nothing of it is left. */
export type BubblewrapProcess = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The first bytes that bwrap or its program wrote to stderr. */
  errorText(): string;
  /** Exit code of bwrap, or -1 when it was killed or did not start. */
  readonly exited: Promise<number>;
  /** Process id, on the host, of the sandbox's first process; null until it has started. */
  initPid(): number | null;
  kill(): void;
};

/** Starts bwrap as an unprivileged user with an empty environment. `filter` is the seccomp program of what it runs. */
export function startBubblewrap(executable: string, args: readonly string[], filter: Uint8Array, keepStderr = true): BubblewrapProcess {
  const identity = process.getuid?.() === 0 ? { uid: sandboxUser, gid: sandboxUser } : {};
  const fixed = ['--json-status-fd', String(statusFd), '--seccomp', String(seccompFd)];
  const child: ChildProcess = spawn(executable, [...fixed, ...args], {
    ...identity,
    // The first process of the sandbox keeps bwrap's own environment readable in /proc/1/environ.
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, status, seccomp] = child.stdio;
  if (!stdin || !stdout || !stderr || !(status instanceof Duplex) || !(seccomp instanceof Duplex)) {
    throw new TypeError('bwrap was started without its pipes');
  }
  let errorText = '';
  let statusText = '';
  let initPid: number | null = null;
  let over = false;
  if (keepStderr) {
    stderr.on('data', (chunk: Buffer) => {
      if (errorText.length < keptErrorBytes) errorText += chunk.toString('utf8');
    });
  }
  status.on('data', (chunk: Buffer) => {
    if (initPid !== null || statusText.length > keptErrorBytes) return;
    statusText += chunk.toString('latin1');
    initPid = Number(/"child-pid": (\d+)/.exec(statusText)?.[1] ?? Number.NaN) || null;
  });
  // Writing to a process that has just died is no fault of ours; `exited` tells.
  for (const stream of [stdin, seccomp, status, stdout, stderr]) stream.on('error', () => {});
  seccomp.end(filter);
  const exited = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      over = true;
      errorText += error.message;
      resolve(-1);
    });
    child.once('close', (code) => {
      over = true;
      resolve(code ?? -1);
    });
  });
  return {
    stdin,
    stdout,
    errorText: () => errorText,
    exited,
    initPid: () => initPid,
    kill: () => {
      if (over) return;
      // Killing bwrap itself would leave its first process to whoever adopts orphans; killing that one ends both.
      if (initPid === null) child.kill('SIGKILL');
      else tryKill(initPid);
    },
  };
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

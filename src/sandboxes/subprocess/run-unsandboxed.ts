import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import type { Execution } from '../../domain/execution.ts';
import type { JobOptions, RuntimeSpec, SandboxJob } from '../../ports/sandbox.ts';
import { withCoveredDescriptors } from '../host/inherited-descriptors.ts';
import { limitedShell } from '../host/limited-shell.ts';
import { openResultPipe } from '../host/result-pipe.ts';
import { superviseChild } from '../host/supervise-child.ts';
import { createTemporaryFolder } from '../host/temporary-folder.ts';
import { jobFiles } from '../job-files.ts';
import { countUserThreads, killMarked } from './user-processes.ts';

const nobody = 65534;
const marker = 'ANNEAL_JOB';

/** Runs one job as an ordinary child process with limits. Its scratch folder and its processes are gone on return. */
export async function runUnsandboxed(runtime: RuntimeSpec, job: SandboxJob, options: JobOptions = {}): Promise<Execution> {
  options.signal?.throwIfAborted();
  const files = jobFiles(job);
  const scratch = await createTemporaryFolder('job');
  const asNobody = process.getuid?.() === 0;
  try {
    for (const [path, data] of files) {
      await mkdir(dirname(join(scratch, path)), { recursive: true });
      await writeFile(join(scratch, path), data);
    }
    if (asNobody) await chown(scratch, nobody, nobody);
    await chmod(scratch, 0o755);
    const token = randomBytes(16).toString('hex');
    const identity = asNobody ? { uid: nobody, gid: nobody } : {};
    const processes = job.limits.processes + (await countUserThreads(asNobody ? nobody : (process.getuid?.() ?? nobody)));
    const [shell = '/bin/sh', ...args] = limitedShell(runtime, job.limits, processes, job.wantsResult ? 4 : 3);
    const pipe = job.wantsResult ? await openResultPipe() : null;
    const child = withCoveredDescriptors(['pipe', 'pipe', 'pipe', pipe?.writeFd ?? 'pipe'], (stdio) =>
      spawn(shell, [...args, join(scratch, job.main), ...job.args], {
        ...identity,
        cwd: scratch,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: scratch, LANG: 'C.UTF-8', ...runtime.environment, [marker]: token },
        detached: true,
        stdio,
      }),
    );
    pipe?.closeWriteEnd();
    const [stdin, stdout, stderr] = child.stdio;
    if (!stdin || !stdout || !stderr) throw new TypeError('the program was started without its pipes');
    stdin.on('error', () => {});
    const kill = (): void => killGroup(child.pid);
    const ended = new Promise<{ status: number | null; problem: string | null }>((resolve) => {
      child.once('error', (error) => resolve({ status: null, problem: error.message }));
      child.once('exit', (code, signalName) => {
        kill();
        resolve({ status: code !== null ? code << 8 : signalNumber(signalName), problem: null });
      });
    });
    try {
      return await superviseChild(
        {
          ...{ stdin, stdout, stderr, ended, kill },
          result: pipe?.readable ?? null,
          rootPid: () => child.pid ?? null,
        },
        job,
        options,
      );
    } finally {
      await killMarked(`${marker}=${token}`);
      for (const stream of [...child.stdio, pipe?.readable]) stream?.destroy();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function signalNumber(name: NodeJS.Signals | null): number {
  return name === null ? 0 : constants.signals[name];
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

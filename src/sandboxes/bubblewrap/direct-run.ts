import type { Execution } from '../../domain/execution.ts';
import type { JobOptions, RuntimeSpec, SandboxJob } from '../../ports/sandbox.ts';
import { limitedShell } from '../host/limited-shell.ts';
import { openResultPipe } from '../host/result-pipe.ts';
import { superviseChild } from '../host/supervise-child.ts';
import { jobFiles } from '../job-files.ts';
import { firstInputFd, startBubblewrap } from './bubblewrap-process.ts';
import { seccompFilter } from './seccomp-filter.ts';
import type { Architecture } from './syscall-table.ts';
import { coveredPaths, environmentArguments, isolationArguments, viewArguments } from './view.ts';

/**
 * One job in one bwrap, without a launcher inside: for machines without Python, or whose policy forbids namespaces
 * within namespaces. Weaker than the fork server in two ways: bwrap's tmpfs has no inode limit, and CPU and memory are
 * summed by sampling from the host.
 */
export async function runDirectly(
  setup: { readonly bubblewrap: string; readonly architecture: Architecture },
  runtime: RuntimeSpec,
  job: SandboxJob,
  options: JobOptions = {},
): Promise<Execution> {
  options.signal?.throwIfAborted();
  const files = jobFiles(job);
  const placed = files.flatMap(([path, data]) => [
    { target: `/src/${path}`, data },
    ...(path === job.main ? [] : [{ target: `/job/${path}`, data }]),
  ]);
  const mib = 2 ** 20;
  const args = [
    // As pid 1 the candidate finds no other process whose memory it could write.
    ...[...isolationArguments, '--disable-userns', '--as-pid-1'],
    ...(await viewArguments(runtime)),
    ...['--size', String(8 * mib), '--tmpfs', '/dev/shm', '--remount-ro', '/dev', '--proc', '/proc'],
    ...['/tmp', '/job', '/src'].flatMap((folder) => ['--size', String(32 * mib), '--tmpfs', folder]),
    ...coveredPaths(runtime).flatMap((path) => ['--ro-bind', path, path]),
    ...placed.flatMap(({ target }, index) => ['--perms', '0644', '--file', String(firstInputFd + index), target]),
    ...['--remount-ro', '/src', '--remount-ro', '/', ...environmentArguments(runtime), '--chdir', '/job', '--'],
    ...limitedShell(runtime, job.limits, Math.max(2, job.limits.processes - 2), job.wantsResult ? 4 : 3),
    ...[`/src/${job.main}`, ...job.args],
  ];
  const filter = seccompFilter({ architecture: setup.architecture, profile: 'job' });
  const result = job.wantsResult ? await openResultPipe() : null;
  const inputs = placed.map(({ data }) => data);
  const process = startBubblewrap(setup.bubblewrap, args, filter, { inputs, ...(result === null ? {} : { resultFd: result.writeFd }) });
  result?.closeWriteEnd();
  const ended = process.exited.then(({ code, started }) => {
    if (!started) return { status: null, problem: process.errorText().trim() || 'bwrap did not start' };
    // bwrap says 128 + n for a signal; a program that exits so itself is told apart by nothing.
    return { status: code > 128 && code < 160 ? code - 128 : code << 8, problem: null };
  });
  return await superviseChild(
    {
      ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, result: result?.readable ?? null, ended },
      rootPid: process.initPid,
      kill: process.kill,
    },
    job,
    options,
  );
}

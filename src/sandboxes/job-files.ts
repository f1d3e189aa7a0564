import { AppError } from '../domain/app-error.ts';
import type { SandboxJob } from '../ports/sandbox.ts';

const toBytes = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? Buffer.from(data, 'utf8') : data);

export type PackedJob = { readonly files: readonly (readonly [path: string, size: number])[]; readonly payload: Uint8Array };

/**
 * The job's files, but for the one that is `known` at the other end, and its standard input, one after the other.
 * Throws `bad-input` for a path that leaves the folder.
 */
export function packJob(job: SandboxJob, known: string | null = null): PackedJob {
  const entries = Object.entries(job.files).flatMap(([path, data]) => (path === known ? [] : [[path, toBytes(data)] as const]));
  for (const [path] of entries) {
    const parts = path.split('/');
    if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..')) {
      throw new AppError(
        'bad-input',
        `A sandbox job cannot hold a file named ${JSON.stringify(path)}.`,
        'Use a relative path without "..".',
      );
    }
  }
  if (!Object.hasOwn(job.files, job.main)) {
    throw new AppError('bad-input', `The sandbox job has no file ${JSON.stringify(job.main)} to run.`, 'Add the main file to the job.');
  }
  return {
    files: entries.map(([path, data]) => [path, data.byteLength]),
    payload: Buffer.concat([...entries.map(([, data]) => data), toBytes(job.stdin)]),
  };
}

/** The job's files by path, as bytes, after the same checks. */
export function jobFiles(job: SandboxJob): readonly (readonly [path: string, data: Uint8Array])[] {
  packJob(job);
  return Object.entries(job.files).map(([path, data]) => [path, toBytes(data)]);
}

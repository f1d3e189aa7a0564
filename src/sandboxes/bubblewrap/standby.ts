import type { RuntimeSpec, SandboxJob } from '../../ports/sandbox.ts';
import { packJob } from '../job-files.ts';

/** The job that waits for another one; null when the runtime has no such program or the next job is not for it. */
export function standbyJob(runtime: RuntimeSpec, like: SandboxJob): SandboxJob | null {
  if (runtime.standby === undefined || !like.main.endsWith(runtime.standby.extension)) return null;
  const main = `standby${runtime.standby.extension}`;
  return { ...like, files: { [main]: runtime.standby.program }, main, args: [], stdin: '' };
}

/** Limits are set before a program starts: jobs with equal keys can take each other's place. */
export const standbyKey = ({ limits, wantsResult }: SandboxJob): string => JSON.stringify([limits, wantsResult]);

/** A job as a program on standby reads it. Throws `bad-input` for an impossible one. */
export function standbyInput(job: SandboxJob): Uint8Array {
  const { files, payload } = packJob(job);
  const header = Buffer.from(JSON.stringify({ main: job.main, args: job.args, files }), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.byteLength);
  return Buffer.concat([length, header, payload]);
}

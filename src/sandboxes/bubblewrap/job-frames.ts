import type { RuntimeSpec, SandboxJob, TrustedProgram } from '../../ports/sandbox.ts';
import { packJob } from '../job-files.ts';
import { encodeFrame } from './frames.ts';
import { seccompFilter } from './seccomp-filter.ts';
import type { Architecture } from './syscall-table.ts';

export type JobFramesSetup = {
  readonly architecture: Architecture;
  /** Run the job's main file in the forked child; otherwise the runtime's command is executed there. */
  readonly hosted: boolean;
  readonly program?: TrustedProgram;
};

export type JobKind = { readonly standby?: boolean; readonly talks?: boolean };

/**
 * Writes jobs as one launcher reads them: the filters of a memory limit go ahead of the first job with it. The function that is
 * returned throws `bad-input` for an impossible job.
 */
export function createJobFrames({ architecture, hosted, program }: JobFramesSetup, { memoryLimit }: RuntimeSpec) {
  /** The memory limits, in bytes, whose filters the launcher has. */
  const filtersKnown = new Set<number>();

  /** The filter of jobs with this limit, and the one for kernels without notifications. */
  const filtersFrame = (memoryBytes: number): Uint8Array => {
    const base = { architecture, profile: 'job' } as const;
    const filters = [seccompFilter({ ...base, notify: { memoryBytes, memoryKind: memoryLimit } }), seccompFilter(base)];
    return encodeFrame('S', { memoryBytes, sizes: filters.map(({ byteLength }) => byteLength) }, Buffer.concat(filters));
  };

  return (id: number, job: SandboxJob, { standby = false, talks = false }: JobKind): Uint8Array => {
    const loaded = program !== undefined && job.main === program.main && job.files[job.main] === program.text;
    const { files, payload } = packJob(job, loaded ? job.main : null);
    const header = {
      ...{ id, files, main: job.main, args: job.args, wantsResult: job.wantsResult, hosted, loaded },
      ...{ standby, talks: talks && job.wantsResult },
      limits: { ...job.limits, memoryKind: memoryLimit },
    };
    const frame = encodeFrame('J', header, payload);
    const { memoryBytes } = job.limits;
    if (filtersKnown.has(memoryBytes)) return frame;
    filtersKnown.add(memoryBytes);
    return Buffer.concat([filtersFrame(memoryBytes), frame]);
  };
}

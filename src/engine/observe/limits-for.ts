import { defaultLimits, type SandboxLimits } from '../../ports/sandbox.ts';

/** What a job with so many CPU seconds may take. */
export function limitsFor(cpuSeconds: number): SandboxLimits {
  return { ...defaultLimits, cpuSeconds, wallSeconds: cpuSeconds + 1 };
}

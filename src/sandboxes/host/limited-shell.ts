import type { RuntimeSpec, SandboxLimits } from '../../ports/sandbox.ts';
import { highestInheritedDescriptor } from './inherited-descriptors.ts';

/**
 * A POSIX shell command that sets limits and becomes the program given after it. `processes` is the user's total, which
 * is what the kernel counts. Descriptors from `closeFrom` to 9 are closed.
 */
export function limitedShell(runtime: RuntimeSpec, limits: SandboxLimits, processes: number, closeFrom: number): string[] {
  const cpu = Math.ceil(limits.cpuSeconds);
  const kibibytes = Math.floor(limits.memoryBytes / 1024);
  const settings = [
    ...[`-t ${cpu + 1}`, `-f ${(16 * 2 ** 20) / 512}`, '-c 0', '-s 8192'],
    ...[`-${runtime.memoryLimit === 'data' ? 'd' : 'v'} ${kibibytes}`, `-p ${processes}`],
  ];
  // A system that lacks one of the limits still runs the program under the others.
  const limit = settings.map((setting) => `ulimit ${setting} 2>/dev/null || :`);
  const close = [3, 4, 5, 6, 7, 8, 9].filter((fd) => fd >= closeFrom).map((fd) => `${fd}>&-`);
  // Covered descriptors count as open; the last limit, because the shell itself needs higher ones until then.
  const descriptors = `ulimit -n ${128 + highestInheritedDescriptor()}`;
  return ['/bin/sh', '-c', [...limit, `exec ${close.join(' ')}`, descriptors, 'exec "$@"'].join('\n'), 'sh', ...runtime.command];
}

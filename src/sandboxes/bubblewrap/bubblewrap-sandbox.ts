import { availableParallelism } from 'node:os';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { RuntimeSpec, Sandbox, SandboxSession } from '../../ports/sandbox.ts';
import { findExecutable } from './find-executable.ts';
import { ForkServer, type ForkServerSetup } from './fork-server.ts';
import { openForkServerSession } from './fork-server-session.ts';
import { loadLauncherText } from './launcher-text.ts';

export type BubblewrapOptions = Abortable & {
  /** Path of bwrap. Default: the system's. */
  readonly bubblewrap?: string;
  /** Path of the Python that hosts the launcher; null for none. Default: the system's. */
  readonly launcherPython?: string | null;
};

const bubblewrapPaths = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'];
/** Under /usr, which every sandbox shows. */
const pythonPaths = ['/usr/bin/python3', '/usr/local/bin/python3'];

export async function openBubblewrapSandbox(options: BubblewrapOptions = {}): Promise<Sandbox> {
  options.signal?.throwIfAborted();
  const bubblewrap = options.bubblewrap ?? (await findExecutable(bubblewrapPaths));
  if (bubblewrap === null) {
    throw new AppError('sandbox-unavailable', 'bubblewrap is not installed.', 'Run: sudo apt-get install bubblewrap');
  }
  const python = options.launcherPython === undefined ? await findExecutable(pythonPaths) : options.launcherPython;
  const { arch } = process;
  if (arch !== 'x64' && arch !== 'arm64') {
    throw new AppError('sandbox-unavailable', `There is no system-call filter for ${arch}.`, 'Use an x86-64 or 64-bit ARM machine.');
  }
  const launcherText = await loadLauncherText();
  const base = { bubblewrap, launcherText, architecture: arch } as const;
  const sessions = new Set<SandboxSession>();

  const setupFor = (runtime: RuntimeSpec, warm: boolean): ForkServerSetup => {
    if (warm && runtime.hostsForkServer) return { ...base, python: runtime.command, hosted: true, warm };
    if (python === null)
      throw new AppError('sandbox-unavailable', 'There is no Python for the launcher.', 'Run: sudo apt-get install python3');
    return { ...base, python: [python, '-I', '-S'], hosted: false, warm: false };
  };

  return {
    level: 'L2',
    missing: ['cgroup'],
    async run(runtime, job, runOptions = {}) {
      const server = await ForkServer.start(setupFor(runtime, false), runtime, runOptions);
      try {
        const answer = await server.run(job, runOptions);
        if (answer === 'lost')
          throw new AppError('sandbox-failed', 'The sandbox was lost under its job.', 'Try again; see: anneal sandbox probe');
        return answer;
      } finally {
        await server.stop();
      }
    },
    async open(runtime, openOptions = {}) {
      const workers = openOptions.workers ?? availableParallelism();
      const session: SandboxSession = await openForkServerSession(setupFor(runtime, true), runtime, {
        ...openOptions,
        workers,
        onClose: () => sessions.delete(session),
      });
      sessions.add(session);
      return session;
    },
    async close() {
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}

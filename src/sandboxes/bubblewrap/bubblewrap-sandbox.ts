import { availableParallelism } from 'node:os';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { RuntimeSpec, Sandbox, SandboxSession, TrustedProgram } from '../../ports/sandbox.ts';
import { findExecutable } from '../host/find-executable.ts';
import { withOwnSignal } from '../own-signal.ts';
import { openPooledSession } from '../pooled-session.ts';
import { runDirectly } from './direct-run.ts';
import { ForkServer, type ForkServerSetup } from './fork-server.ts';
import { openForkServerSession } from './fork-server-session.ts';
import { loadLauncherText } from './launcher-text.ts';

export type BubblewrapOptions = Abortable & {
  /** Path of bwrap. Default: the system's. */
  readonly bubblewrap?: string;
  /** Path of the Python that hosts the launcher; null for none: then each job gets a bwrap of its own, without a launcher. */
  readonly launcherPython?: string | null;
};

const bubblewrapPaths = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'];
/** Under /usr, which every sandbox shows. */
const pythonPaths = ['/usr/bin/python3', '/usr/local/bin/python3'];

/** Protections of L3 that are absent: always the control group; without a launcher, also what it adds. */
const missingWithLauncher = ['cgroup'];
const missingDirectly = ['cgroup', 'fork-server', 'inode-limit'];

/** Level L2. Throws `sandbox-unavailable` when bwrap is not there; whether it works is found out by running something. */
export async function openBubblewrapSandbox(options: BubblewrapOptions = {}): Promise<Sandbox> {
  options.signal?.throwIfAborted();
  const bubblewrap = options.bubblewrap ?? (await findExecutable(bubblewrapPaths));
  if (bubblewrap === null) {
    throw new AppError('sandbox-unavailable', 'bubblewrap is not installed.', 'Run: sudo apt-get install bubblewrap');
  }
  const { arch } = process;
  if (arch !== 'x64' && arch !== 'arm64') {
    throw new AppError('sandbox-unavailable', `There is no system-call filter for ${arch}.`, 'Use an x86-64 or 64-bit ARM machine.');
  }
  const python = options.launcherPython === undefined ? await findExecutable(pythonPaths) : options.launcherPython;
  const sessions = new Set<SandboxSession>();
  const base = { bubblewrap, architecture: arch } as const;
  const launcher = python === null ? null : await loadLauncherText();

  /** Null: this runtime's jobs are run directly. */
  const setupFor = (runtime: RuntimeSpec, session: { readonly program?: TrustedProgram | undefined } | null): ForkServerSetup | null => {
    if (python === null || launcher === null) return null;
    const own = session?.program === undefined ? {} : { program: session.program };
    // Loading the usual modules first is worth it when many jobs follow.
    if (session !== null && runtime.hostsForkServer) return { ...base, launcher, python: runtime.command, hosted: true, ...own };
    return { ...base, launcher, python: [python, '-I', '-S'], hosted: false, ...own };
  };

  return {
    level: 'L2',
    missing: python === null ? missingDirectly : missingWithLauncher,
    async run(runtime, job, callOptions = {}) {
      const runOptions = withOwnSignal(callOptions);
      const setup = setupFor(runtime, null);
      if (setup === null) return runDirectly(base, runtime, job, runOptions);
      const server = await ForkServer.start(setup, runtime, runOptions);
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
      openOptions.signal?.throwIfAborted();
      const workers = openOptions.workers ?? availableParallelism();
      const setup = setupFor(runtime, openOptions);
      const onClose = (): boolean => sessions.delete(session);
      const session: SandboxSession =
        setup === null
          ? openPooledSession((job, runOptions) => runDirectly(base, runtime, job, runOptions), { workers, onClose })
          : await openForkServerSession(setup, runtime, { ...openOptions, workers, onClose });
      sessions.add(session);
      return session;
    },
    async close() {
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}

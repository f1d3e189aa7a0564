import { availableParallelism } from 'node:os';
import type { Sandbox, SandboxSession } from '../../ports/sandbox.ts';
import { withOwnSignal } from '../own-signal.ts';
import { openPooledSession } from '../pooled-session.ts';
import { runUnsandboxed } from './run-unsandboxed.ts';

/**
 * Level L0: limits and a scrubbed environment, nothing else. A program can read and change whatever the user can, and
 * reach the network. Only for people who said so.
 */
export async function openSubprocessSandbox(): Promise<Sandbox> {
  const sessions = new Set<SandboxSession>();
  return {
    level: 'L0',
    missing: ['file-system', 'network', 'namespaces', 'system-call-filter', 'fork-server', 'cgroup'],
    run: (runtime, job, options = {}) => runUnsandboxed(runtime, job, withOwnSignal(options)),
    async open(runtime, options = {}) {
      options.signal?.throwIfAborted();
      const workers = options.workers ?? availableParallelism();
      const onClose = (): boolean => sessions.delete(session);
      const session = openPooledSession((job, runOptions) => runUnsandboxed(runtime, job, runOptions), { workers, onClose });
      sessions.add(session);
      return session;
    },
    async close() {
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}

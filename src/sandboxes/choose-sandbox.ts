import { AppError } from '../domain/app-error.ts';
import { type SandboxLevel, sandboxLevels } from '../domain/execution.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { openBubblewrapSandbox } from './bubblewrap/bubblewrap-sandbox.ts';
import { runQuickCanaries } from './canaries.ts';
import { explainUnavailable, readMachineFacts } from './explain-unavailable.ts';
import { sweepTemporaryFolders } from './host/temporary-folder.ts';
import { openSubprocessSandbox } from './subprocess/subprocess-sandbox.ts';

export type ChooseOptions = Abortable & {
  /** The weakest sandbox accepted. Default L2. */
  readonly minLevel?: SandboxLevel;
  /** Accept L0, limits and a scrubbed environment only, where there is nothing better. */
  readonly allowUnsandboxed?: boolean;
};

const atLeast = (level: SandboxLevel, least: SandboxLevel): boolean => sandboxLevels.indexOf(level) >= sandboxLevels.indexOf(least);

/**
 * The strongest sandbox that holds here, found out by running canaries in it. The choice is final: a sandbox that
 * fails later fails, and nothing weaker takes over. Throws `sandbox-unavailable` with the exact fix.
 */
export async function chooseSandbox(options: ChooseOptions = {}): Promise<Sandbox> {
  const least = options.minLevel ?? 'L2';
  const found = await findIsolation(options);
  const level = 'sandbox' in found ? found.sandbox.level : 'L0';
  if ('sandbox' in found && atLeast(level, least)) return found.sandbox;
  if (options.allowUnsandboxed && least === 'L0') return await openSubprocessSandbox();
  if (options.allowUnsandboxed && options.minLevel === undefined) return await openSubprocessSandbox();
  if (!('sandbox' in found)) throw found.failure;
  await found.sandbox.close();
  // Only L3 is above what was found, and this version builds no sandbox of that level anywhere.
  const missing = `${least} would also need ${found.sandbox.missing.join(', ')}, which no sandbox of this version uses`;
  throw new AppError(
    'sandbox-unavailable',
    `The strongest sandbox on this machine is ${level}, and ${least} is required; ${missing}.`,
    `Accept what is here: --min-level ${level}`,
  );
}

/** The strongest sandbox that isolates, or why there is none. */
export async function findIsolation({ signal }: Abortable): Promise<{ readonly sandbox: Sandbox } | { readonly failure: AppError }> {
  signal?.throwIfAborted();
  await sweepTemporaryFolders();
  let detail: string | null = null;
  // Some machines allow one layer of namespaces only: there each job gets a bwrap of its own.
  for (const launcherPython of [undefined, null]) {
    try {
      const sandbox = await openBubblewrapSandbox(launcherPython === null ? { launcherPython } : {});
      const problem = await runQuickCanaries(sandbox, signal);
      if (problem === null) return { sandbox };
      detail ??= problem;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'sandbox-unavailable') break;
      detail ??= error.message;
    }
  }
  return { failure: explainUnavailable(await readMachineFacts(), detail) };
}

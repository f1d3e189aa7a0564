import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const loader = new URL('./load-typescript.mjs', import.meta.url).href;

export type Child = {
  /** Lines of standard output, as they come. */
  readonly lines: AsyncIterableIterator<string>;
  /** Kills it without a chance to clean up, and waits until it is gone. */
  kill(): Promise<void>;
};

/** Runs a TypeScript file in a process of its own; `wrapper` is a command that it is started through. */
export function startChild(script: URL, args: readonly string[], wrapper: readonly string[] = []): Child {
  const [command = process.execPath, ...rest] = [...wrapper, process.execPath, '--import', loader, fileURLToPath(script), ...args];
  const child: ChildProcessByStdio<null, Readable, null> = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  return {
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

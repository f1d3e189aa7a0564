import { execFile } from 'node:child_process';
import type { Abortable } from '../ports/abortable.ts';

/** What an interpreter prints with these arguments; null when it does not start, fails, or takes over five seconds. */
export function runVersion(path: string, args: readonly string[], { signal }: Abortable): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile(
      path,
      [...args],
      { env: {}, timeout: 5000, killSignal: 'SIGKILL', maxBuffer: 64 * 1024, ...(signal === undefined ? {} : { signal }) },
      (error, stdout, stderr) => {
        if (signal?.aborted === true) reject(signal.reason);
        else resolve(error === null ? `${stdout}${stderr}` : null);
      },
    );
  });
}

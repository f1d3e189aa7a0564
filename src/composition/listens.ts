import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Whether somebody takes connections at an address, within `ms`. Refused is known at once, and where nothing answers the time runs
 * out; a process that was too busy to look meanwhile looks once more. Nothing is sent.
 */
export async function listens(url: string, ms: number, signal: AbortSignal): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) });
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => void nextTurn().then(() => resolve(false)), ms);
      const known = (answer: boolean) => (): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      socket.once('connect', known(true)).once('error', known(false)).once('close', known(false));
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

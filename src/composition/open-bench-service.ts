import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../domain/app-error.ts';
import type { BenchService } from '../surfaces/bench/serve/bench-service.ts';
import type { BenchReply } from './bench-service.ts';

/** Starts the measured service; throws `internal` when it does not come up. */
export async function openBenchService(): Promise<BenchService> {
  const child = fork(fileURLToPath(new URL('./bench-service.js', import.meta.url)), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const pending = new Map<number, (reply: BenchReply | null) => void>();
  let nextId = 1;
  const ended = once(child, 'exit').then(() => {
    for (const settle of pending.values()) settle(null);
  });
  child.on('message', (reply: BenchReply) => pending.get(reply.id)?.(reply));
  const awaited = async (id: number): Promise<BenchReply> => {
    const reply = await new Promise<BenchReply | null>((resolve) => pending.set(id, resolve));
    pending.delete(id);
    if (reply === null) throw new AppError('internal', 'The measured service ended.', 'What it said is above; please report it.');
    return reply;
  };
  const ask = (request: { readonly ask: 'figures' } | { readonly ask: 'lock'; readonly ms: number }): Promise<BenchReply> => {
    const id = nextId++;
    child.send({ id, ...request });
    return awaited(id);
  };
  const { port = 0 } = await awaited(0);
  return {
    port,
    async figures() {
      const { figures } = await ask({ ask: 'figures' });
      if (figures === undefined) throw new AppError('internal', 'The measured service gave no figures.', 'Please report it.');
      return figures;
    },
    async lockStore(ms) {
      await ask({ ask: 'lock', ms });
    },
    async close() {
      if (child.connected) child.send({ id: 0, ask: 'stop' });
      await ended;
    },
  };
}

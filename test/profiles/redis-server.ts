import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../src/domain/json.ts';

/** What a server answers: the reply as JSON, or its error's text. */
export type Answer = { readonly reply: Json } | { readonly error: string };

export type RedisServer = {
  command(...parts: readonly (string | number)[]): Promise<Answer>;
  close(): Promise<void>;
};

/** A real redis-server on a socket of its own, with nothing stored; null where the package is not installed. */
export async function startRedis(): Promise<RedisServer | null> {
  if (!(await isThere('/usr/bin/redis-server'))) return null;
  const folder = await mkdtemp(join(tmpdir(), 'anneal-redis-'));
  const socketPath = join(folder, 'redis.sock');
  const child = spawn('/usr/bin/redis-server', ['--port', '0', '--unixsocket', socketPath, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const socket = await connected(socketPath, child);
  const reader = replyReader(socket);
  return {
    async command(...parts) {
      const texts = parts.map((part) => Buffer.from(String(part)));
      socket.write(
        Buffer.concat([
          Buffer.from(`*${texts.length}\r\n`),
          ...texts.flatMap((text) => [Buffer.from(`$${text.length}\r\n`), text, Buffer.from('\r\n')]),
        ]),
      );
      return reader();
    },
    async close() {
      socket.destroy();
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isThere = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

async function connected(path: string, child: ChildProcess): Promise<Socket> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt++) {
    const socket = connect(path);
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (opened) return socket;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('redis-server does not answer');
}

/** One reply after the other: RESP 2. */
function replyReader(socket: Socket): () => Promise<Answer> {
  let received = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    wake();
  });
  const more = async (size: number): Promise<void> => {
    while (received.length < size)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const line = async (): Promise<string> => {
    for (;;) {
      const end = received.indexOf('\r\n');
      if (end >= 0) {
        const text = received.subarray(0, end).toString();
        received = received.subarray(end + 2);
        return text;
      }
      await more(received.length + 1);
    }
  };
  const read = async (): Promise<Answer> => {
    const head = await line();
    const rest = head.slice(1);
    switch (head[0]) {
      case '+':
        return { reply: { ok: rest } };
      case '-':
        return { error: rest };
      case ':':
        return { reply: Number(rest) };
      case '$': {
        const size = Number(rest);
        if (size < 0) return { reply: null };
        await more(size + 2);
        const text = received.subarray(0, size).toString();
        received = received.subarray(size + 2);
        return { reply: text };
      }
      default: {
        const items: Json[] = [];
        for (let index = 0; index < Number(rest); index++) {
          const item = await read();
          items.push('reply' in item ? item.reply : { err: item.error });
        }
        return { reply: Number(rest) < 0 ? null : items };
      }
    }
  };
  return read;
}

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** What a hostile program is after, outside the sandbox. */
export type Plant = {
  readonly secret: string;
  /** secretFile, hostFile, resultFile, hostPort: the arguments of every hostile program. */
  readonly args: readonly string[];
  /** Null while nobody touched the host file; else what is different. */
  hostFileChange(): string | null;
  remove(): Promise<void>;
};

const listen = (server: Server, where: string | number): Promise<void> =>
  new Promise((resolve) => (typeof where === 'string' ? server.listen(where, resolve) : server.listen(where, '127.0.0.1', resolve)));

export async function plant(): Promise<Plant> {
  const folder = mkdtempSync('/tmp/anneal-canary-');
  chmodSync(folder, 0o777);
  const secret = `CANARY-SECRET-${randomBytes(8).toString('hex')}`;
  const hostText = `host ${randomBytes(8).toString('hex')}\n`;
  const [secretFile, hostFile] = [join(folder, 'secret.txt'), join(folder, 'host.txt')];
  writeFileSync(secretFile, secret, { mode: 0o644 });
  writeFileSync(hostFile, hostText);
  chmodSync(hostFile, 0o666);
  mkdirSync(join(folder, 'plant'));
  const servers = [createServer((socket) => socket.end(secret)), createServer((socket) => socket.end(secret))] as const;
  await listen(servers[0], join(folder, 'canary.sock'));
  await listen(servers[1], 0);
  const address = servers[1].address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.env.ANNEAL_CANARY = secret;
  return {
    secret,
    args: [secretFile, hostFile, 'result.json', String(port)],
    hostFileChange() {
      const stat = statSync(hostFile);
      if ((stat.mode & 0o7777) !== 0o666) return `mode ${stat.mode.toString(8)}`;
      const text = readFileSync(hostFile, 'utf8');
      return text === hostText ? null : text;
    },
    async remove() {
      delete process.env.ANNEAL_CANARY;
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      rmSync(folder, { recursive: true });
    },
  };
}

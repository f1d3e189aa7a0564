import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { AppError } from '../../domain/app-error.ts';
import { systemCode, systemReason } from '../../domain/system-error.ts';
import { begunInTurns } from './begun-in-turns.ts';
import { problemResponse } from './problem.ts';

type Connection = { readonly incoming: Pick<IncomingMessage, 'httpVersionMinor'> };
type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

export type Listening = {
  readonly host: string;
  readonly port: number;
  /** Takes no more, lets answers end for a moment, then closes what is left. */
  readonly close: () => Promise<void>;
};

/** Milliseconds between looks for clients that are too slow. */
const checkEveryMs = 2000;
/** Milliseconds that open answers have at a shutdown. */
const graceMs = 1000;

type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** Told what goes wrong with the port later, such as a lack of descriptors; the service goes on. */
  readonly warn: (line: string) => void;
  /** Connections at once; one more is answered with 503. */
  readonly mostConnections?: number;
};

/** Well above any crowd of readers, well below what their sockets and streams may take of memory. */
const usualConnections = 4096;

/** Throws `usage` where the address cannot be had. `port` 0 takes a free one. */
export function listen(fetch: Fetch, { host, port, warn, mostConnections = usualConnections }: ListenOptions): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let connections = 0;
    const admitted: Fetch = (...given) => (connections > mostConnections ? tooMany(mostConnections) : fetch(...given));
    const server = serve({
      ...{ fetch: begunInTurns(sentAsItComes(admitted)), hostname: host, port, overrideGlobalObjects: false },
      serverOptions: { connectionsCheckingInterval: checkEveryMs },
    }) as Server;
    // A client that sends its request byte by byte does not hold a connection for ever.
    server.requestTimeout = 30_000;
    server.headersTimeout = 10_000;
    server.on('connection', (socket: Socket) => {
      connections += 1;
      socket.once('close', () => {
        connections -= 1;
      });
    });
    // Those that say nothing cannot be answered: beyond this they are closed at once.
    server.maxConnections = 2 * mostConnections;
    const refuse = (cause: Error): void => reject(cannotListen(cause, host, port));
    server.once('error', refuse);
    server.once('listening', () => {
      server.off('error', refuse).on('error', (error) => warn(`port ${port}: ${error.message}`));
      const address = server.address() as AddressInfo;
      resolve({ host: address.address, port: address.port, close: () => closeServer(server) });
    });
  });
}

function tooMany(most: number): Response {
  const refusal = problemResponse('busy', `The service has ${most} connections already.`, 'Close some, or try again later.', {
    status: 503,
  });
  refusal.headers.set('Connection', 'close');
  return refusal;
}

/**
 * With that header the server sends the first bytes of a stream as they come; else it keeps them for a turn, in case the next
 * ones make the answer whole, and other work comes first. HTTP/1.0 does not know it.
 */
const sentAsItComes =
  (fetch: Fetch): Fetch =>
  async (request, connection) => {
    const response = await fetch(request, connection);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream && connection.incoming.httpVersionMinor > 0) response.headers.set('Transfer-Encoding', 'chunked');
    return response;
  };

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function cannotListen(cause: Error, host: string, port: number): AppError {
  const where = `${host}:${port}`;
  switch (systemCode(cause)) {
    case 'EADDRINUSE':
      return new AppError('usage', `${where} is in use`, `choose another port: --port ${port + 1}`, { cause });
    case 'EACCES':
      return new AppError('usage', `${where} may not be used by this user`, 'choose a port above 1023: --port 8080', { cause });
    default:
      return new AppError(
        'usage',
        `cannot listen on ${where}: ${systemReason(cause)}`,
        'name an address of this machine: --host 127.0.0.1',
        { cause },
      );
  }
}

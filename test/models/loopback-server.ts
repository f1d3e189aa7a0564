import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A real HTTP server on a free port of loopback; an answer that throws destroys its connection. */
export async function startLoopbackServer(
  answer: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Counts answers that are being written, and those whose reader left before their end. */
export function countAnswers(): {
  readonly begin: (response: ServerResponse) => () => void;
  readonly aborted: number;
  readonly mostInFlight: number;
} {
  let aborted = 0;
  let inFlight = 0;
  let mostInFlight = 0;
  return {
    begin(response) {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      let over = false;
      response.on('close', () => {
        inFlight -= 1;
        if (!over) aborted += 1;
      });
      return () => {
        over = true;
        response.end();
      };
    },
    get aborted() {
      return aborted;
    },
    get mostInFlight() {
      return mostInFlight;
    },
  };
}

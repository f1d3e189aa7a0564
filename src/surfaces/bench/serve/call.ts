import { Agent, request } from 'node:http';
import type { Abortable } from '../../../ports/abortable.ts';

export type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** Calls of one service over kept connections. */
export type Caller = {
  readonly call: (method: string, path: string, body?: unknown, options?: Abortable) => Promise<Answer>;
  /** Calls that were answered. */
  readonly answered: () => number;
  readonly close: () => void;
};

export function createCaller(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let answered = 0;
  return {
    call: (method, path, body, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : JSON.stringify(body);
        const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        const options = { agent, host: '127.0.0.1', port, method, path, headers, ...(signal === undefined ? {} : { signal }) };
        const sent = request(options, (response) => {
          let received = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            received += chunk;
          });
          response.on('end', () => {
            answered += 1;
            const isJson = String(response.headers['content-type']).includes('json');
            resolve({ status: response.statusCode ?? 0, body: isJson ? (JSON.parse(received) as Record<string, unknown>) : {} });
          });
          response.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(text);
      }),
    answered: () => answered,
    close: () => agent.destroy(),
  };
}

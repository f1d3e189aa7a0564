import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { createMcpServer } from '../create-mcp-server.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { createLegacySessions, type SessionLimits } from './legacy-sessions.ts';
import { refusal } from './refusal.ts';

export type McpEndpoint = {
  /** Who may call, and how large a body may be, was checked before; `json` reads that body. */
  readonly fetch: (request: Request, json: () => Promise<unknown>) => Promise<Response>;
  /** Ends all streams; calls that go on are given up. */
  readonly close: () => Promise<void>;
};

const limits: SessionLimits = { mostSessions: 64, idleMs: 3_600_000 };
/** Streams that wait for changes: there are none to tell of, so few are kept. */
const mostSubscriptions = 64;

/**
 * Streamable HTTP: the current revision, in which every request stands for itself, and earlier ones with their sessions. Both
 * see the same tools.
 */
export function createMcpEndpoint(deps: McpDeps): McpEndpoint {
  const onerror = (error: Error): void => deps.warn(`mcp: ${error.message}`);
  const modern = createMcpHandler(() => createMcpServer(deps), { legacy: 'reject', maxSubscriptions: mostSubscriptions, onerror });
  const legacy = createLegacySessions(deps, limits);
  let closed = false;
  return {
    async fetch(request, json) {
      if (closed) return refusal(503, 'The server is shutting down.');
      let body: unknown;
      if (request.method === 'POST') {
        try {
          body = await json();
        } catch {
          return Response.json(
            { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: the body is not JSON' } },
            { status: 400 },
          );
        }
      }
      const bare = new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal });
      return (await isLegacyRequest(bare, body)) ? legacy.fetch(bare, body) : modern.fetch(bare, { parsedBody: body });
    },
    async close() {
      closed = true;
      await Promise.all([modern.close(), legacy.close()]);
      await deps.calls.drained();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createMcpServer } from '../create-mcp-server.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { createKeptEvents } from './kept-events.ts';
import { refusal } from './refusal.ts';

type Session = { readonly transport: WebStandardStreamableHTTPServerTransport; open: number; usedAt: number };

export type LegacySessions = {
  /** Answers a request of the revision of 2025-11-25 or an earlier one. `body` is its JSON, undefined where it has none. */
  readonly fetch: (request: Request, body: unknown) => Promise<Response>;
  readonly close: () => Promise<void>;
};

export type SessionLimits = {
  readonly mostSessions: number;
  /** Milliseconds after which a session that nobody uses is forgotten. */
  readonly idleMs: number;
};

const header = 'mcp-session-id';
const lookMs = 60_000;
/** Milliseconds after which a client whose stream broke comes back for the rest. */
const retryMs = 1000;

/**
 * Sessions of earlier revisions: there a server asks its client within a session, so a session holds a server. When there are as
 * many as there may be, the one that was idle for longest gives way.
 */
export function createLegacySessions(deps: McpDeps, { mostSessions, idleMs }: SessionLimits): LegacySessions {
  const sessions = new Map<string, Session>();

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
  };
  const idle = (): readonly (readonly [string, Session])[] =>
    [...sessions].filter(([, { open }]) => open === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
  const forget = setInterval(() => {
    for (const [id, { usedAt }] of idle()) {
      if (Date.now() - usedAt > idleMs) end(id).catch((error: unknown) => deps.warn(`mcp: a session did not close: ${String(error)}`));
    }
  }, lookMs);
  forget.unref();

  const begin = async (request: Request, body: unknown): Promise<Response> => {
    if (sessions.size >= mostSessions) {
      const [longest] = idle();
      if (longest === undefined) return refusal(503, `The server has ${mostSessions} sessions, and all are in use. Try again later.`);
      await end(longest[0]);
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createKeptEvents(),
      retryInterval: retryMs,
      onsessioninitialized: (id) => void sessions.set(id, { transport, open: 0, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    transport.onerror = (error) => deps.warn(`mcp: ${error.message}`);
    const server = createMcpServer(deps);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    // Refused: nothing was begun.
    if (transport.sessionId === undefined || !sessions.has(transport.sessionId)) await server.close();
    return response;
  };

  return {
    async fetch(request, body) {
      const id = request.headers.get(header);
      if (id === null) {
        if (request.method !== 'POST') return refusal(405, 'Method not allowed: begin a session with initialize', { Allow: 'POST' });
        return begin(request, body);
      }
      const session = sessions.get(id);
      if (session === undefined) return refusal(404, 'There is no such session: begin one with initialize');
      session.open += 1;
      session.usedAt = Date.now();
      const left = (): void => {
        session.open -= 1;
        session.usedAt = Date.now();
      };
      const response = await session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
      return untilRead(response, left);
    },
    async close() {
      clearInterval(forget);
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/** The response, with `done` called once when its body was read or given up. */
function untilRead(response: Response, done: () => void): Response {
  const { body, status, headers } = response;
  if (body === null) {
    done();
    return response;
  }
  const reader = body.getReader();
  let isDone = false;
  const end = (): void => {
    if (!isDone) done();
    isDone = true;
  };
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: over, value } = await reader.read();
        if (value !== undefined) controller.enqueue(value);
        if (!over) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, { status, headers });
}

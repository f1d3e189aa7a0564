import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { problemResponse } from './problem.ts';

/** Who may call. */
export type Access = {
  /** Null: whoever reaches the service. */
  readonly token: string | null;
  /** The service listens on loopback only. */
  readonly onLoopback: boolean;
  /** Names, besides addresses and `localhost`, under which the service may be called. */
  readonly hosts: readonly string[];
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The host of a `Host` header without its port, in lower case; null when it cannot be one. */
const hostName = (header: string): string | null => /^(\[[\da-f:.]+\]|[^:/\s@]+)(?::\d{1,5})?$/.exec(header.toLowerCase())?.[1] ?? null;

/**
 * Whether a request was meant for us. A name under an attacker's control can be made to point here (DNS rebinding), an
 * address cannot; on loopback nothing but loopback is meant for us.
 */
export function isOwnHost(header: string | undefined, { onLoopback, hosts }: Access): boolean {
  const name = header === undefined ? null : hostName(header);
  if (name === null) return false;
  if (loopback.test(name) || hosts.some((host) => host.toLowerCase() === name)) return true;
  return !onLoopback && (isIP(name) !== 0 || (name.startsWith('[') && isIP(name.slice(1, -1)) === 6));
}

/** Of another site, by what a browser says of itself. Programs that are no browsers say nothing. */
function isForeign(method: string, host: string, origin: string | undefined, site: string | undefined): boolean {
  if (origin !== undefined) return origin.toLowerCase().replace(/^https?:\/\//, '') !== host.toLowerCase() || !/^https?:\/\//i.test(origin);
  // Following a link here is harmless; anything that changes something is not.
  return (site === 'cross-site' || site === 'same-site') && method !== 'GET' && method !== 'HEAD';
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In constant time, whatever the lengths. */
export const isToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

/** What machines ask that know no token. */
const open = new Set(['/healthz', '/readyz']);

/** Refuses calls under foreign names, from foreign pages, with bodies that forms can send, and without the token. */
export function guard(access: Access): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const host = c.req.header('host');
    if (host === undefined || !isOwnHost(host, access)) {
      return problemResponse(
        'forbidden',
        'The service does not answer under that name.',
        'Call it by its address, or name it with --allow-host.',
      );
    }
    if (isForeign(method, host, c.req.header('origin'), c.req.header('sec-fetch-site'))) {
      return problemResponse(
        'forbidden',
        'The service takes no requests from pages of other sites.',
        'Call it from a program, or from its own pages.',
      );
    }
    if (access.token !== null && !open.has(path)) {
      const given = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
      if (given === undefined || !isToken(given, access.token)) {
        return problemResponse('unauthorized', 'The token is missing or wrong.', 'Send it as: Authorization: Bearer TOKEN');
      }
    }
    const hasBody = c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0;
    const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (hasBody && type !== 'application/json') {
      return problemResponse('bad-input', 'The body must be JSON.', 'Send the header Content-Type: application/json', {
        status: 415,
        errors: [{ field: 'content-type', message: 'must be application/json' }],
      });
    }
    await next();
    return undefined;
  };
}

/** On every answer: nothing is guessed, framed, cached or told to other sites. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};

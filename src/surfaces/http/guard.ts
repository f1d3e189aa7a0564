import { isIP } from 'node:net';
import type { HonoRequest, MiddlewareHandler } from 'hono';
import { linkWantedPage } from './docs-page.ts';
import { cookieIn, cookieName, isSame, type PageAccess } from './page/page-access.ts';
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

/** What machines ask that know no token, and what a page without one looks like. */
const open = new Set(['/healthz', '/readyz', '/docs/style.css']);
const isOpen = (path: string): boolean => open.has(path) || path.startsWith('/open/');

/**
 * What shows that a caller may call. A browser adds its cookie to whatever is sent here, so it counts for a change only when
 * the browser also says that a page of ours sends it.
 */
function proofOf(request: HonoRequest, host: string, token: string, access: PageAccess | null): 'given' | 'without origin' | 'none' {
  const bearer = /^bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
  if (bearer !== undefined) return isSame(bearer, token) ? 'given' : 'none';
  const cookie = cookieIn(request.header('cookie'), cookieName(host));
  if (cookie === null || access?.isCookie(cookie) !== true) return 'none';
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads || request.header('origin') !== undefined ? 'given' : 'without origin';
}

/** Refuses calls under foreign names, from foreign pages, with bodies that forms can send, and without the token. */
export function guard(access: Access, pageAccess: PageAccess | null): MiddlewareHandler {
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
    if (access.token !== null && !isOpen(path)) {
      const proof = proofOf(c.req, host, access.token, pageAccess);
      if (proof === 'without origin') {
        return problemResponse('forbidden', 'A change that a cookie allows must name its origin.', 'Send the header Origin, or the token.');
      }
      if (proof === 'none') {
        if (method === 'GET' && (c.req.header('accept') ?? '').includes('text/html'))
          return c.html(linkWantedPage(c.req.header('accept-language')), 401);
        return problemResponse(
          'unauthorized',
          'The token is missing or wrong.',
          'Send it as: Authorization: Bearer TOKEN; a browser opens the link that anneal serve prints.',
        );
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
    if (hasBody && (c.req.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity') {
      return problemResponse('bad-input', 'The body must not be compressed.', 'Send it as it is, without Content-Encoding.', {
        status: 415,
        errors: [{ field: 'content-encoding', message: 'is not taken' }],
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
  if (!headers.has('Content-Security-Policy')) {
    headers.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};

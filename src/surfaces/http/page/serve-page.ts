import { randomBytes } from 'node:crypto';
import type { PageFile, PageFiles } from './page-files.ts';

/** Where a path leads that is no part of the page, whoever asks. */
const notPages = /^\/(?:api|v1|docs|open)(?:\/|$)/;

/** Scripts and styles come from here alone; the nonce is for rules that an editor writes while it runs. */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The page itself; its addresses are its own, so each of them is answered with it. */
export function pageResponse({ index }: PageFiles): Response {
  const nonce = randomBytes(16).toString('base64');
  return new Response(index.replaceAll('__CSP_NONCE__', nonce), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pagePolicy(nonce) },
  });
}

/** A file of the page, or the page for one of its addresses; null for everything else. */
export function servePage(page: PageFiles, request: Request): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const { pathname } = new URL(request.url);
  const file = page.files.get(pathname);
  if (file !== undefined) return fileResponse(file, request.headers.get('accept-encoding') ?? '');
  const isAddress = !notPages.test(pathname) && (request.headers.get('accept') ?? '').includes('text/html');
  return isAddress ? pageResponse(page) : null;
}

function fileResponse({ type, immutable, plain, gzip, br }: PageFile, accepted: string): Response {
  const headers = {
    'Content-Type': type,
    Vary: 'Accept-Encoding',
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (br !== null && takes(accepted, 'br')) return new Response(br, { headers: { ...headers, 'Content-Encoding': 'br' } });
  if (gzip !== null && takes(accepted, 'gzip')) return new Response(gzip, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
  return new Response(plain, { headers });
}

/** Whether a list such as `gzip, br;q=0.5` names the encoding and does not refuse it. */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How a browser proves that it may call where a token is set: by a cookie, which a link that works once puts there. */
export type PageAccess = {
  /** A path to be opened once, within an hour. */
  readonly issueLink: () => { readonly path: string; readonly expiresAt: number };
  /** The cookie for a link's key; null where the key was used, is too old or never was one. */
  readonly redeem: (key: string) => { readonly value: string; readonly maxAgeSeconds: number } | null;
  readonly isCookie: (value: string) => boolean;
};

const linkMs = 3_600_000;
const cookieSeconds = 30 * 86_400;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In constant time, whatever the lengths. */
export const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/**
 * Cookies are signed with the token and hold no more than when they end, so that a page goes on after a restart of the
 * service, and a new token ends them all. Links live in memory only.
 */
export function createPageAccess(token: string, now: () => number): PageAccess {
  let links: readonly { readonly key: string; readonly expiresAt: number }[] = [];
  const sign = (expiresAt: number): string => createHmac('sha256', token).update(`page until ${expiresAt}`).digest('hex');
  return {
    issueLink() {
      const key = randomBytes(24).toString('base64url');
      const expiresAt = now() + linkMs;
      links = [...links.filter((link) => link.expiresAt > now()), { key, expiresAt }];
      return { path: `/open/${key}`, expiresAt };
    },
    redeem(key) {
      const found = links.filter((link) => isSame(key, link.key));
      links = links.filter((link) => !found.includes(link));
      if (!found.some(({ expiresAt }) => expiresAt > now())) return null;
      const until = now() + cookieSeconds * 1000;
      return { value: `${until}.${sign(until)}`, maxAgeSeconds: cookieSeconds };
    },
    isCookie(value) {
      const [until = '', signature = ''] = value.split('.');
      return /^\d{1,16}$/.test(until) && Number(until) > now() && isSame(signature, sign(Number(until)));
    },
  };
}

/** Cookies of one name are shared by all ports of a host, so each port has a name of its own. */
export const cookieName = (host: string): string => `anneal-${/:(\d{1,5})$/.exec(host)?.[1] ?? 'page'}`;

/** The value of a cookie in a `Cookie` header. */
export const cookieIn = (header: string | undefined, name: string): string | null =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

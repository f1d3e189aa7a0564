import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/app-error.ts';
import { linkTakenPage, linkWantedPage } from '../docs-page.ts';
import type { HttpDeps } from '../http-deps.ts';
import { cookieName } from '../page/page-access.ts';
import { json, problems } from './run-routes.ts';

const link = createRoute({
  method: 'post',
  path: '/api/links',
  tags: ['Service'],
  summary: 'A path that lets one browser in, once',
  responses: {
    201: json('To be opened within an hour', z.object({ path: z.string(), expiresAt: z.number() }).openapi('PageLink')),
    ...problems,
  },
});

/** How a browser comes in where a token is set. */
export function addPageRoutes(app: OpenAPIHono, { pageAccess }: Pick<HttpDeps, 'pageAccess'>): void {
  app.openapi(link, (c) => {
    if (pageAccess === null) throw new AppError('conflict', 'No token is set: a browser needs no link.', 'Open the address itself.');
    return c.json(pageAccess.issueLink(), 201);
  });

  app.get('/open/:key', (c) => {
    // A look ahead, by a browser or a chat that shows previews, does not use the link up.
    if (c.req.method === 'HEAD' || c.req.header('sec-purpose') !== undefined) return c.body(null, 204);
    const cookie = pageAccess?.redeem(c.req.param('key')) ?? null;
    if (cookie === null) return pageAccess === null ? c.redirect('/', 303) : c.html(linkWantedPage(c.req.header('accept-language')), 401);
    const secure = c.req.header('x-forwarded-proto') === 'https' ? '; Secure' : '';
    const name = cookieName(c.req.header('host') ?? '');
    c.header('Set-Cookie', `${name}=${cookie.value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${cookie.maxAgeSeconds}${secure}`);
    // No redirect: the browser would still count it to the page that the link stood on, and withhold the cookie.
    return c.html(linkTakenPage());
  });
}

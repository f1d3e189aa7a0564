import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { languageIds } from '../../../domain/contract.ts';
import { language } from '../../run-fields.ts';
import type { HttpDeps } from '../http-deps.ts';

import { json, problems } from './run-routes.ts';

const about = z
  .object({
    version: z.string(),
    languages: z.array(z.object({ id: language, title: z.string() })),
    profiles: z.array(z.object({ name: z.string(), language })),
    defaults: z
      .object({ candidates: z.number().int(), maxRounds: z.number().int(), timeoutSeconds: z.number(), budgetSeconds: z.number() })
      .openapi({ description: 'what a run gets where its request says nothing' }),
  })
  .openapi('About');

const show = createRoute({
  method: 'get',
  path: '/api/about',
  tags: ['Service'],
  summary: 'What may be asked for here',
  responses: { 200: json('Version, languages, hosts and defaults', about), ...problems },
});

/** What a form for requests needs to know. */
export function addAboutRoutes(app: OpenAPIHono, { language: load, profiles, defaults, version }: HttpDeps): void {
  app.openapi(show, async (c) => {
    const languages = await Promise.all(languageIds.map(async (id) => ({ id, title: (await load(id)).title })));
    const { candidates, maxRounds, timeoutSeconds, budgetSeconds } = defaults;
    return c.json({ version, languages, profiles: [...profiles], defaults: { candidates, maxRounds, timeoutSeconds, budgetSeconds } }, 200);
  });
}

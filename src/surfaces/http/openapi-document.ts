import type { OpenAPIHono } from '@hono/zod-openapi';

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** What the service answers, as OpenAPI 3.1; also committed as `docs/openapi.json`. */
export function openApiDocument(app: OpenAPIHono, version: string): OpenApiDocument {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Anneal',
      version,
      description:
        'A code agent that hands back only what it has run. Errors are problem+json (RFC 9457) with a `code` and a `hint`. Where a token is set, send it as `Authorization: Bearer TOKEN`.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
  });
}

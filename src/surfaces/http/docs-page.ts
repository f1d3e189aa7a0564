import type { OpenApiDocument } from './openapi-document.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const page = (title: string, body: string, language = 'en'): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

export const styleSheet = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 4px; }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.75rem 0; }
article h3 { margin: 0; font-size: 1rem; }
details { margin-top: 0.5rem; }
`;

const newLink = '<pre><code>curl -X POST …/api/links -H "Authorization: Bearer $ANNEAL_TOKEN"</code></pre>';

/** For a browser that has no cookie, where a token is set; in Russian where `accepted`, its `Accept-Language`, prefers that. */
export const linkWantedPage = (accepted: string | undefined): string =>
  /^\s*ru\b/i.test(accepted ?? '')
    ? page(
        'Anneal',
        `<h1>Этому сервису нужна его ссылка</h1>
<p>Откройте ссылку, которую напечатал <code>anneal serve</code>. Она действует один раз и один час.</p>
<p>Если она использована или устарела, новую даёт эта команда:</p>
${newLink}`,
        'ru',
      )
    : page(
        'Anneal',
        `<h1>This service needs its link</h1>
<p>Open the link that <code>anneal serve</code> printed. It works once, within an hour.</p>
<p>If it was used or is too old, this makes another one:</p>
${newLink}`,
      );

/** Behind the link that works once: from here on the browser goes as one of ours, and sends its cookie. */
export const linkTakenPage = (): string =>
  page('Anneal', '<p><a href="/">Go on · Продолжить</a></p>').replace('</head>', '<meta http-equiv="refresh" content="0; url=/">\n</head>');

/** For a browser that comes to the root where no page was built. */
export const startPage = (version: string): string =>
  page(
    'Anneal',
    `<h1>Anneal ${escaped(version)}</h1>
<p>The service is running.</p>
<p><a href="/docs">What it answers</a> · <a href="/openapi.json">OpenAPI document</a></p>`,
  );

type Operation = {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly required?: boolean }[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The document as one page without scripts: nothing is fetched from elsewhere. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? ''))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => (operation.tags?.[0] ?? '') === tag);
    return `<h2>${escaped(tag)}</h2>\n${own.map(article).join('\n')}`;
  });
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `<details id="${escaped(name)}"><summary><code>${escaped(name)}</code></summary>${preformatted(schema)}</details>`,
  );
  const { title, version, description = '' } = document.info;
  return page(
    `${title} ${version}`,
    `<h1>${escaped(title)} ${escaped(version)}</h1>
<p>${escaped(description)}</p>
<p><a href="/openapi.json">OpenAPI 3.1 document</a></p>
${sections.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}`,
  );
}

function article({ path, method, operation }: { readonly path: string; readonly method: string; readonly operation: Operation }): string {
  const { summary = '', parameters = [], requestBody, responses = {} } = operation;
  const given = parameters.map(({ name = '', in: where = '', required }) => `${name} (${where}${required === true ? ', required' : ''})`);
  const answers = Object.entries(responses).map(([status, { description = '' }]) => `${status}: ${description}`);
  return `<article>
<h3><code>${method.toUpperCase()} ${escaped(path)}</code></h3>
<p>${escaped(summary)}</p>
${given.length === 0 ? '' : `<p>Parameters: ${escaped(given.join(', '))}</p>`}
<p>${escaped(answers.join(' · '))}</p>
${requestBody === undefined ? '' : `<details><summary>Body</summary>${preformatted(requestBody)}</details>`}
</article>`;
}

const preformatted = (value: unknown): string => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { McpDeps } from '../mcp-deps.ts';

const mimeType = 'text/markdown';
const uriOf = (name: string): string => `anneal://profiles/${name}`;

/** The hosts that programs can be written for, and what a program must know of each. */
export function addProfileResources(server: McpServer, { profiles, profile }: McpDeps): void {
  const names = profiles.map(({ name }) => name);
  const template = new ResourceTemplate('anneal://profiles/{id}', {
    list: async () => ({
      resources: await Promise.all(
        names.map(async (name) => {
          const { title, about } = await profile(name);
          return { uri: uriOf(name), name, title, description: about, mimeType };
        }),
      ),
    }),
    complete: { id: (begun) => names.filter((name) => name.startsWith(begun)) },
  });
  const about = { title: 'A Lua host', description: 'what programs for this host must know', mimeType };
  server.registerResource('profile', template, about, async (uri, { id }) => {
    const name = names.find((known) => known === id);
    if (name === undefined) throw new ResourceNotFoundError(uri.href);
    const { title, about: text, notes } = await profile(name);
    return { contents: [{ uri: uri.href, mimeType, text: `# ${title}\n\n${text}\n${notes === '' ? '' : `\n${notes}\n`}` }] };
  });
}

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { AppError } from '../../../domain/app-error.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { runUri } from '../run-digest.ts';

/** Newest runs that a list shows. */
const mostListed = 50;
const mimeType = 'application/json';

/** Stored runs with their whole evidence. */
export function addRunResources(server: McpServer, { calls }: McpDeps): void {
  const newest = async () => (await calls.list(mostListed)).items;
  const template = new ResourceTemplate('anneal://runs/{id}', {
    list: async () => ({
      resources: (await newest()).map(({ id, title, phase }) => ({
        uri: runUri(id),
        name: id,
        title: printableLine(title),
        description: phase,
        mimeType,
      })),
    }),
    complete: { id: async (begun) => (await newest()).map(({ id }) => id).filter((id) => id.startsWith(begun)) },
  });
  const about = { title: 'A stored run', description: 'the result of a run with every candidate and every test', mimeType };
  server.registerResource('run', template, about, async (uri, { id }) => {
    try {
      const { result } = await calls.show(String(id));
      return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(result, null, 2) }] };
    } catch (error) {
      throw error instanceof AppError && error.code === 'not-found' ? new ResourceNotFoundError(uri.href) : error;
    }
  });
}

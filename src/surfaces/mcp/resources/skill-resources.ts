import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { AppError } from '../../../domain/app-error.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { Skill } from '../../../domain/skill.ts';
import type { McpDeps } from '../mcp-deps.ts';

const mimeType = 'text/markdown';
/** Skills that a list shows; find_skill finds all. */
const mostListed = 200;

export const skillUri = (name: string): string => `skill://${name}/SKILL.md`;

/** Stored skills as the files that agents read. */
export function addSkillResources(server: McpServer, { skills }: McpDeps): void {
  const listed = async () => (await (await skills()).list()).skills.slice(0, mostListed);
  const template = new ResourceTemplate('skill://{name}/SKILL.md', {
    list: async () => ({
      resources: (await listed()).map(({ name, description, status }) => ({
        uri: skillUri(name),
        name,
        description: printableLine(`${status}: ${description}`, 300),
        mimeType,
      })),
    }),
    complete: { name: async (begun) => (await listed()).map(({ name }) => name).filter((name) => name.startsWith(begun)) },
  });
  const about = { title: 'A skill', description: 'what a stored skill does and how it is used', mimeType };
  server.registerResource('skill', template, about, async (uri, { name }) => {
    try {
      return { contents: [{ uri: uri.href, mimeType, text: skillText(await (await skills()).show(String(name))) }] };
    } catch (error) {
      throw error instanceof AppError && error.code === 'not-found' ? new ResourceNotFoundError(uri.href) : error;
    }
  });
}

/** As SKILL.md has it; a JSON text is a YAML one. */
function skillText({ name, description, license, compatibility, metadata, instructions }: Skill): string {
  const fields = Object.entries({ name, description, license, compatibility, metadata }).filter(([, value]) => value !== null);
  return `---\n${fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join('')}---\n\n${instructions.trim()}\n`;
}

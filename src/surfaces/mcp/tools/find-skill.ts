import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { printableLine } from '../../../domain/printable.ts';
import { language, runFields, withText } from '../../run-fields.ts';
import { withoutUndefined } from '../../to-run-request.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { skillUri } from '../resources/skill-resources.ts';
import { toolResult } from './tool-result.ts';

const inputSchema = z.strictObject({
  request: withText(10_000).describe('what is wanted, in your own words'),
  signature: runFields.signature.describe('one line, e.g. "def f(xs)": strong evidence where a skill has the same'),
  language: language.optional(),
  limit: z.number().int().min(1).max(20).optional().describe('default 5'),
});

const outputSchema = z.strictObject({
  best: z.string().nullable().describe('the skill that does it, as far as descriptions tell; null when none is near enough'),
  skills: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      category: z.string(),
      status: z.enum(['stub', 'unverified', 'verified', 'quarantined']).describe('only verified ones passed their tests on this machine'),
      language: z.string().nullable(),
      signature: z.string().nullable(),
      score: z.number().describe('0 to 1, how near; no probability'),
      resource: z.string(),
    }),
  ),
});

export function addFindSkill(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    'find_skill',
    {
      title: 'Find a skill that is there already',
      description:
        'Looks among the stored skills for one that does what is asked, by words and signature. No model is asked. Call it before generate_code for anything that may have been needed before.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ request, signature, language: id, limit }, ctx) =>
      toolResult({ deps, server, ctx }, async () => {
        const asked = { text: request, ...withoutUndefined({ signature, language: id, limit }) };
        const { found, best } = await (await deps.skills()).find(asked, { signal: ctx.mcpReq.signal });
        const skills = found.map(({ skill, score }) => ({
          name: skill.name,
          description: skill.description,
          category: skill.category,
          status: skill.status,
          language: skill.language,
          signature: skill.signature,
          score,
          resource: skillUri(skill.name),
        }));
        const lines = skills.map(
          ({ name, status, signature: line, description, score }) =>
            `${name} (${status}, ${score.toFixed(2)})${line === null ? '' : ` ${printableLine(line)}`}: ${printableLine(description)}`,
        );
        const headline =
          best === null ? 'No stored skill is near enough.' : `${best} does this, as far as descriptions tell; run it with run_skill.`;
        return { content: [{ type: 'text', text: [headline, ...lines].join('\n') }], structuredContent: { best, skills } };
      }),
  );
}

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { SkillTree } from '../../../engine/decide/skill-tree.ts';

const categorySchema = z.object({ path: z.string(), description: z.string() });
const skillSchema = z.object({ category: z.string(), name: z.string(), description: z.string(), signature: z.string() });
const caseSchema = z.object({
  id: z.string(),
  /** Thresholds and weights were fitted on `tuning`; `reserved` was not looked at meanwhile. */
  half: z.enum(['tuning', 'reserved']),
  lang: z.enum(['en', 'ru']),
  request: z.string(),
  /** Where it belongs; null: in no category that there is. */
  category: z.string().nullable(),
  /** The skill that does it; null: none of those that there are. */
  skill: z.string().nullable(),
});

export type RoutingCase = z.output<typeof caseSchema>;

const lines = async (name: string): Promise<readonly unknown[]> =>
  (await readFile(new URL(name, import.meta.url), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** The tree and requests of `anneal bench routing`. */
export async function loadRoutingData(): Promise<{ readonly tree: SkillTree; readonly cases: readonly RoutingCase[] }> {
  const [categories, skills, cases] = await Promise.all([lines('categories.jsonl'), lines('skills.jsonl'), lines('cases.jsonl')]);
  return {
    tree: { categories: categorySchema.array().parse(categories), skills: skillSchema.array().parse(skills) },
    cases: caseSchema.array().parse(cases),
  };
}

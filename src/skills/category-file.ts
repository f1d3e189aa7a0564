import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SkillCategory, SkillSummary } from '../domain/skill.ts';
import { badSkill } from './bad-skill.ts';
import { isCategoryPath } from './own-metadata.ts';
import { readSafeText } from './safe-file.ts';
import { skillLimits } from './skill-limits.ts';
import { writeFailure } from './skill-root.ts';

/** Beside the skills of a root; a dot, because it is none. `{"text/parse": "Reads text formats."}` */
const fileName = '.categories.json';
const schema = z.record(z.string(), z.string().max(skillLimits.descriptionCharacters));

/** The categories that a root describes. Throws `bad-input` with the file. */
export async function readCategories(root: string): Promise<ReadonlyMap<string, string>> {
  const place = join(root, fileName);
  const text = await readSafeText(root, fileName, skillLimits.categoriesBytes);
  if (text === null) return new Map();
  const form = 'write {"text/parse": "what belongs there"}';
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw badSkill(place, 'it is no JSON', form, cause);
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw badSkill(place, 'it is no mapping of paths to descriptions', form);
  const wrong = Object.keys(parsed.data).find((path) => !isCategoryPath(path));
  if (wrong !== undefined) throw badSkill(place, `${JSON.stringify(wrong)} is no path such as text/parse`, form);
  return new Map(Object.entries(parsed.data));
}

/** Adds a category, or describes it anew. */
export async function writeCategory(root: string, { path, description }: SkillCategory): Promise<void> {
  if (!isCategoryPath(path))
    throw badSkill('category', `${JSON.stringify(path)} is no path such as text/parse`, 'use a–z, 0–9, - and / only');
  const all = new Map(await readCategories(root)).set(path, description.slice(0, skillLimits.descriptionCharacters));
  const file = join(root, fileName);
  const unfinished = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(unfinished, `${JSON.stringify(Object.fromEntries([...all].sort()), null, 2)}\n`);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw writeFailure(file, error);
  }
}

/** The whole tree: what is described, what skills name, and what lies above either. Sorted by path. */
export function categoryTree(described: ReadonlyMap<string, string>, skills: readonly SkillSummary[]): readonly SkillCategory[] {
  const paths = new Set([...described.keys(), ...skills.map(({ category }) => category)].flatMap(withAncestors));
  return [...paths].sort().map((path) => ({ path, description: described.get(path) ?? '' }));
}

const withAncestors = (path: string): readonly string[] =>
  path === '' ? [] : path.split('/').map((_part, index, parts) => parts.slice(0, index + 1).join('/'));

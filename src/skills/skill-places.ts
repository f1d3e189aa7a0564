import { join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import type { OwnRoot } from '../ports/skill-library.ts';
import { realRoot, type SkillRootFolder } from './skill-root.ts';
import { nameFault } from './standard-fields.ts';
import { finishUnfinished, isThere } from './unfinished-folders.ts';

/** A root that is there and may be read, by its real path. */
export type SkillPlace = SkillRootFolder & { readonly real: string };

/** The root that new skills of a kind go to. Throws `bad-input` when there is none, as without a project. */
export function rootNamed(roots: readonly SkillRootFolder[], root: OwnRoot): SkillRootFolder {
  const found = roots.find((candidate) => candidate.root === root);
  if (found !== undefined) return found;
  throw new AppError('bad-input', `there is no folder for skills of the ${root} here`, 'keep it among your own skills instead');
}

/** The roots that are there and trusted, in order. */
export async function readablePlaces(roots: readonly SkillRootFolder[]): Promise<readonly SkillPlace[]> {
  const places = await Promise.all(roots.filter(({ trusted }) => trusted).map(async (root) => ({ ...root, real: await realRoot(root) })));
  return places.filter((place): place is SkillPlace => place.real !== null);
}

/** The first place that has a skill of that name. */
export async function placeOf(roots: readonly SkillRootFolder[], name: string): Promise<SkillPlace | null> {
  if (nameFault(name) !== null) return null;
  for (const place of await readablePlaces(roots)) {
    if (await isThere(join(place.real, name))) return place;
    await finishUnfinished(place.real, Date.now());
    if (await isThere(join(place.real, name))) return place;
  }
  return null;
}

/** Throws `bad-input` when text cannot be a skill's name. */
export function checkedName(name: string): string {
  const fault = nameFault(name);
  if (fault === null) return name;
  throw new AppError('bad-input', `${JSON.stringify(name)} is no name of a skill: ${fault}`, 'choose a name such as parse-csv-line');
}

export const noSuchSkill = (name: string): AppError =>
  new AppError('not-found', `there is no skill ${JSON.stringify(name)}`, 'anneal skills list');

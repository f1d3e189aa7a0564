import { join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import type { Skill, SkillStatus } from '../domain/skill.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { categoryTree, readCategories, writeCategory } from './category-file.ts';
import { createFolderIndex } from './index-file.ts';
import { readSkillAt } from './list-root.ts';
import { listRoots } from './list-roots.ts';
import { keepInHistory, readHistory } from './place-folder.ts';
import { hashAt, putCopy, putDraft, takeOut } from './put-skill.ts';
import type { ReadSkill } from './read-folder.ts';
import { checkedName, noSuchSkill, placeOf, readablePlaces, rootNamed, type SkillPlace } from './skill-places.ts';
import { rootToWrite, type SkillRootFolder } from './skill-root.ts';
import { tidyRoot } from './unfinished-folders.ts';

export type DiskSkillLibraryParts = {
  /** In order: a name of an earlier one hides that name in later ones. */
  readonly roots: readonly SkillRootFolder[];
  readonly records: Pick<SkillRecords, 'verifications'>;
  /** Where what was read is remembered between processes; null: nowhere. */
  readonly indexFile: string | null;
  readonly now: () => number;
};

/** Skills as folders on this machine. */
export function createDiskSkillLibrary({ roots, records, indexFile, now }: DiskSkillLibraryParts): SkillLibrary {
  const index = createFolderIndex(indexFile);

  const list: SkillLibrary['list'] = async (options = {}) => {
    const { found, problems } = await listRoots(roots, index, options);
    const statuses = await statusesOf(found, records);
    const skills = found.map(({ claimed: _claimed, bodyPath: _bodyPath, ...skill }, place) => ({
      ...skill,
      status: statuses[place] ?? 'unverified',
    }));
    return { skills, problems };
  };

  const complete = async ({ claimed, ...skill }: ReadSkill, root: SkillRootFolder['root']): Promise<Skill> => {
    const [status] = await statusesOf([{ hash: skill.hash, claimed }], records);
    return { ...skill, root, status: status ?? 'unverified' };
  };

  const existing = async (name: string): Promise<SkillPlace> => {
    const place = await placeOf(roots, name);
    if (place === null) throw noSuchSkill(name);
    return place;
  };

  return {
    list,
    async read(name) {
      const place = await placeOf(roots, name);
      return place === null ? null : complete(await readSkillAt(join(place.real, name), name), place.root);
    },
    async write(draft, { root, replace = false }) {
      return complete(await putDraft(draft, { root: rootNamed(roots, root), replace, now: now() }), root);
    },
    async importFolder(folder, { root, replace = false }) {
      return complete(await putCopy(folder, { root: rootNamed(roots, root), replace, now: now() }), root);
    },
    async exportFolder(name, into) {
      const { real } = await existing(name);
      return takeOut(join(real, name), name, into);
    },
    async remove(name) {
      const { root, real } = await existing(name);
      if (root === 'shipped') throw shippedStays(name);
      await tidyRoot(real, now());
      if ((await keepInHistory(real, name, await hashAt(join(real, name)), now())) === null) throw noSuchSkill(name);
    },
    async history(name) {
      checkedName(name);
      const places = (await readablePlaces(roots)).filter(({ root }) => root !== 'shipped');
      const kept = await Promise.all(places.map(({ real }) => readHistory(real, name)));
      return kept.flat().sort((a, b) => b.at - a.at);
    },
    async categories(options = {}) {
      const described = new Map<string, string>();
      for (const { real } of await readablePlaces(roots)) {
        for (const [path, text] of await readCategories(real)) if (!described.has(path)) described.set(path, text);
      }
      return categoryTree(described, (await list(options)).skills);
    },
    async addCategory(category, root) {
      await writeCategory(await rootToWrite(rootNamed(roots, root)), category);
    },
  };
}

/** What holds here: a stub has nothing to verify; else this machine's own verification counts, never the folder's word. */
async function statusesOf(
  skills: readonly Pick<ReadSkill, 'hash' | 'claimed'>[],
  records: Pick<SkillRecords, 'verifications'>,
): Promise<readonly SkillStatus[]> {
  const verifications = await records.verifications(skills.map(({ hash }) => hash));
  return skills.map(({ hash, claimed }) => {
    if (claimed === 'stub') return 'stub';
    return verifications.get(hash)?.status ?? (claimed === 'quarantined' ? 'quarantined' : 'unverified');
  });
}

function shippedStays(name: string): AppError {
  const hint = `anneal skills export ${name}, change it, then anneal skills import ./${name}: yours then hides it`;
  return new AppError('conflict', `${name} is shipped with Anneal and cannot be removed`, hint);
}

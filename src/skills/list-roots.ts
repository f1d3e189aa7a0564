import { readdir } from 'node:fs/promises';
import { AppError } from '../domain/app-error.ts';
import type { SkillProblem, SkillRoot } from '../domain/skill.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { IndexedSkill } from './folder-index.ts';
import type { FolderIndex } from './index-file.ts';
import { listRoot } from './list-root.ts';
import { realRoot, type SkillRootFolder, untrustedHint } from './skill-root.ts';

type Found = IndexedSkill & { readonly root: SkillRoot };

/** The skills of all roots, a name only once, and what is wrong with the other folders. */
export async function listRoots(
  roots: readonly SkillRootFolder[],
  index: FolderIndex,
  options: Abortable,
): Promise<{ readonly found: readonly Found[]; readonly problems: readonly SkillProblem[] }> {
  const entries = await index.entries();
  const found = new Map<string, Found>();
  const problems: SkillProblem[] = [];
  let changed = false;
  for (const root of roots) {
    try {
      const real = await realRoot(root);
      if (real === null) continue;
      if (!root.trusted) {
        problems.push(...(await untrusted(root, real)));
        continue;
      }
      const listing = await listRoot(real, entries, options);
      changed ||= listing.changed;
      problems.push(...listing.problems);
      for (const skill of listing.skills) if (!found.has(skill.name)) found.set(skill.name, { ...skill, root: root.root });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ folder: root.folder, reason: error.message, hint: error.hint });
    }
  }
  if (changed) await index.save();
  return { found: [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

/** One line for all of them: what they are called is the project's word, too. */
async function untrusted(place: SkillRootFolder, root: string): Promise<readonly SkillProblem[]> {
  const folders = (await readdir(root, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  ).length;
  if (folders === 0) return [];
  const reason = `${root}: ${folders} ${folders === 1 ? 'skill is' : 'skills are'} not used, because the project's folder is not trusted`;
  return [{ folder: root, reason, hint: untrustedHint(place) }];
}

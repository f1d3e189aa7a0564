import { fileURLToPath } from 'node:url';
import type { SkillFolders } from '../config/skill-folders.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { createDiskSkillLibrary } from '../skills/disk-skill-library.ts';
import { systemClock } from './system-clock.ts';

const shipped = fileURLToPath(new URL('../skills/shipped', import.meta.url));

/** The project's skills before the person's own before the shipped ones. */
export function openSkillLibrary({ project, user, index }: SkillFolders, records: SkillRecords): SkillLibrary {
  return createDiskSkillLibrary({
    roots: [
      { root: 'project', ...project },
      { root: 'user', folder: user, trusted: true },
      { root: 'shipped', folder: shipped, trusted: true },
    ],
    records,
    indexFile: index,
    now: systemClock.now,
  });
}

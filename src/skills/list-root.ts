import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../domain/app-error.ts';
import type { SkillProblem } from '../domain/skill.ts';
import type { Abortable } from '../ports/abortable.ts';
import { fingerprintOf, type IndexEntry, type IndexedSkill, isFresh } from './folder-index.ts';
import { type ReadSkill, readFolder } from './read-folder.ts';
import { unreadable } from './safe-file.ts';
import { skillLimits } from './skill-limits.ts';
import { nameFault } from './standard-fields.ts';
import { finishUnfinished, hasUnfinished } from './unfinished-folders.ts';

export type RootListing = {
  readonly skills: readonly IndexedSkill[];
  readonly problems: readonly SkillProblem[];
  readonly changed: boolean;
};

/** Folders read at once, and looked at before others get a turn. */
const together = 32;

/** The skills of one root; what was read before and did not change is taken from `index`, which is kept true. */
export async function listRoot(root: string, index: Map<string, IndexEntry>, { signal }: Abortable = {}): Promise<RootListing> {
  const names = await folderNames(root);
  const skills: IndexedSkill[] = [];
  const problems: SkillProblem[] = [];
  let changed = forgetGone(root, new Set(names), index);
  const some = names.slice(0, skillLimits.skillsInRoot);
  for (let from = 0; from < some.length; from += together) {
    signal?.throwIfAborted();
    await setImmediate();
    const stale: string[] = [];
    for (const name of some.slice(from, from + together)) {
      const entry = index.get(join(root, name));
      if (entry !== undefined && isFresh(entry, join(root, name))) skills.push(entry.skill);
      else stale.push(name);
    }
    changed ||= stale.length > 0;
    for (const read of await Promise.all(stale.map((name) => readAnew(join(root, name), name)))) {
      if ('reason' in read) {
        problems.push(read);
        continue;
      }
      skills.push(read.skill);
      index.set(join(root, read.skill.name), read);
    }
  }
  if (names.length > some.length) {
    const reason = `it has ${names.length} folders; the first ${some.length} were looked at`;
    problems.push({ folder: root, reason, hint: 'move some of them elsewhere' });
  }
  return { skills, problems, changed };
}

/** Folders, and what may be meant to be one; names that begin with a dot are ours or nobody's. */
async function folderNames(root: string): Promise<readonly string[]> {
  const read = () =>
    readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
      throw unreadable(root, cause);
    });
  let entries = await read();
  if (hasUnfinished(entries.map(({ name }) => name))) {
    await finishUnfinished(root, Date.now());
    entries = await read();
  }
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => name)
    .sort();
}

function forgetGone(root: string, names: ReadonlySet<string>, index: Map<string, IndexEntry>): boolean {
  const gone = [...index.keys()].filter((path) => path.startsWith(`${root}/`) && !names.has(path.slice(root.length + 1)));
  for (const path of gone) index.delete(path);
  return gone.length > 0;
}

async function readAnew(folder: string, name: string): Promise<IndexEntry | SkillProblem> {
  try {
    const readAt = Date.now();
    const skill = indexed(await readSkillAt(folder, name));
    return { readAt, fingerprint: fingerprintOf(folder, skill.bodyPath).text, skill };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { folder, reason: error.message, hint: error.hint };
  }
}

/** A folder of a root, read as a skill. One that was replaced while it was read is read anew: its files are those of one folder. Throws `bad-input`. */
export async function readSkillAt(folder: string, name: string): Promise<ReadSkill> {
  const fault = nameFault(name);
  if (fault !== null) throw new AppError('bad-input', `${folder}: ${fault}`, `rename the folder, and name: in its SKILL.md with it`);
  for (let tries = mostReads; ; tries -= 1) {
    const before = await identityOf(folder);
    const reading = await settled(readFolder(folder, name));
    if (tries === 0 || (before !== null && before === (await identityOf(folder)))) return reading();
    if (before === null) await finishUnfinished(dirname(folder), Date.now());
  }
}

/** Times that a folder is read which is replaced again and again meanwhile. */
const mostReads = 8;

const identityOf = (folder: string): Promise<number | null> =>
  lstat(folder).then(
    ({ ino }) => ino,
    () => null,
  );

/** The outcome of a work, to be had later: its value, or what it threw. */
async function settled<T>(work: Promise<T>): Promise<() => T> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

function indexed(skill: ReadSkill): IndexedSkill {
  const { name, description, category, claimed, language, kind, profile, signature, entry, hash } = skill;
  return { name, description, category, claimed, language, kind, profile, signature, entry, hash, bodyPath: skill.body?.path ?? null };
}

import { mkdir, realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import type { SkillRoot } from '../domain/skill.ts';
import { noSpaceFor, systemReason } from '../domain/system-error.ts';

/** A folder of skills. It need not be there yet. */
export type SkillRootFolder = {
  readonly root: SkillRoot;
  readonly folder: string;
  /** The project that it belongs to, when it is one's: it must really lie there. */
  readonly project?: string;
  /** False: it is somebody else's word; nothing of it is read but how many folders there are. */
  readonly trusted: boolean;
};

export const untrustedHint = ({ project, folder }: SkillRootFolder): string =>
  `look at what it holds, then: anneal skills trust ${project ?? folder}`;

/** The real path of a root; null when there is none. Throws `bad-input` when a project's one leads out of the project. */
export async function realRoot({ folder, project }: SkillRootFolder): Promise<string | null> {
  const real = await realpath(folder).catch(() => null);
  if (real === null || project === undefined) return real;
  const inside = relative(await realpath(project), real);
  if (inside !== '' && !inside.startsWith('..') && !inside.startsWith('/')) return real;
  throw new AppError(
    'bad-input',
    `${folder}: it leads out of the project to ${real}`,
    `replace the link by a folder of its own: ls -l ${folder}`,
  );
}

/** The real path of a root that is written to; it is made when it is not there. */
export async function rootToWrite(root: SkillRootFolder): Promise<string> {
  if (!root.trusted) {
    throw new AppError('forbidden', `${root.folder}: the project's folder is not trusted, so no skill is kept there`, untrustedHint(root));
  }
  try {
    await mkdir(root.folder, { recursive: true });
  } catch (cause) {
    throw writeFailure(root.folder, cause);
  }
  const real = await realRoot(root);
  if (real !== null) return real;
  throw new AppError('store-unavailable', `${root.folder}: the folder of skills is not there`, `make it: mkdir -p ${root.folder}`);
}

/** What went wrong with the disk, for the person. */
export function writeFailure(place: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const message = `${place}: cannot be written (${systemReason(cause)})`;
  return noSpaceFor(place, cause) ?? new AppError('store-unavailable', message, `make it writable: ls -ld ${place}`, { cause });
}

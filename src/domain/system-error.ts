import { AppError } from './app-error.ts';

/** The code that the system gave a failed call, e.g. `ENOENT`; undefined for anything else that was thrown. */
export function systemCode(thrown: unknown): string | undefined {
  if (thrown instanceof AppError || !(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Why a call failed, in a word where the system has one: the outermost code on the way to the innermost cause, else that one's message. */
export function systemReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return systemCode(thrown) ?? (thrown.cause === undefined ? thrown.message : systemReason(thrown.cause));
}

/** Whether there is no such file or folder. */
export function isAbsent(thrown: unknown): boolean {
  const code = systemCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The disk is full, or this user's share of it. */
export function isFull(thrown: unknown): thrown is Error {
  const code = systemCode(thrown);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** The error of a file that could not be written because the disk is full; null where it failed for another reason. */
export function noSpaceFor(place: string, cause: unknown): AppError | null {
  if (!isFull(cause)) return null;
  return new AppError('no-space', `${place}: no space left`, 'free some disk space: df -h', { cause });
}

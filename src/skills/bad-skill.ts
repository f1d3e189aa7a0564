import { AppError } from '../domain/app-error.ts';

/** A folder that cannot be read as a skill: where, and what is wrong with it. */
export const badSkill = (place: string, reason: string, hint: string, cause?: unknown): AppError =>
  new AppError('bad-input', `${place}: ${reason}`, hint, cause === undefined ? {} : { cause });

import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { notRegular } from './write-atomically.ts';

/** Refuses an `--output` that could not be written, before minutes are spent on the run. */
export async function checkOutput(file: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats?.isDirectory()) throw new AppError('bad-input', `--output ${file} is a folder`, 'name a file');
  if (stats !== null && !stats.isFile()) throw notRegular(`--output ${file}`);
  try {
    await access(dirname(file), constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new AppError('bad-input', `--output ${file}: its folder cannot be written to`, `make it: mkdir -p ${dirname(file)}`, { cause });
  }
}

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../domain/app-error.ts';

/** Replaces a file of the person's configuration folder, readable by its owner only. Throws `bad-config` where it cannot be written. */
export async function writeConfigFile(file: string, data: object): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.tmp`, file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new AppError('no-space', `${file}: no space left`, 'free some disk space: df -h', { cause });
    throw new AppError(
      'bad-config',
      `${file}: cannot be written (${code ?? message})`,
      'make its folder writable, or choose another with XDG_CONFIG_HOME=FOLDER',
      { cause },
    );
  }
}

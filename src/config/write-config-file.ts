import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import { noSpaceFor, systemReason } from '../domain/system-error.ts';

/** Replaces a file of the person's configuration folder, readable by its owner only. Throws `bad-config` where it cannot be written. */
export async function writeConfigFile(file: string, data: object): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.tmp`, file);
  } catch (cause) {
    const hint = 'make its folder writable, or choose another with XDG_CONFIG_HOME=FOLDER';
    throw noSpaceFor(file, cause) ?? new AppError('bad-config', `${file}: cannot be written (${systemReason(cause)})`, hint, { cause });
  }
}

import { readFile } from 'node:fs/promises';
import { AppError } from '../domain/app-error.ts';
import { systemCode } from '../domain/system-error.ts';
import { type Folders, userConfigFile } from './folders.ts';
import { checkSetting } from './read-setting.ts';
import type { SettingKey } from './setting-keys.ts';
import { writeConfigFile } from './write-config-file.ts';

/** Changes keys of the person's own file and leaves the others as they are; `undefined` takes one out. */
export async function changeUserSettings(
  folders: Folders,
  changes: Readonly<Partial<Record<SettingKey, unknown>>>,
  backends: readonly string[],
): Promise<void> {
  const file = userConfigFile(folders);
  for (const [key, value] of Object.entries(changes))
    if (value !== undefined) checkSetting(key as SettingKey, value, { name: key, code: 'usage' }, backends);
  const current = await readObject(file);
  await writeConfigFile(file, { ...current, ...changes });
}

async function readObject(file: string): Promise<object> {
  try {
    const data: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (data !== null && typeof data === 'object' && !Array.isArray(data)) return data;
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return {};
  }
  throw new AppError('bad-config', `${file}: not a JSON object`, `correct or remove ${file}`);
}

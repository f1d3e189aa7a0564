import { constants } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { badSkill } from './bad-skill.ts';
import { skillLimits } from './skill-limits.ts';
import { walkFolder } from './walk-folder.ts';

/** Copies a skill's files into an empty folder, no more of each than it was counted with. Throws as `walkFolder` does. */
export async function copyFolder(from: string, to: string): Promise<void> {
  let left: number = skillLimits.folderBytes;
  for (const { path, bytes, executable } of await walkFolder(from)) {
    left -= bytes;
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, path), target, bytes);
    if (executable) await chmod(target, 0o755);
  }
  if (left < 0) throw badSkill(from, `it has more than ${skillLimits.folderBytes} bytes`, 'take out what is no part of the skill');
}

/** A file that grew, or became something else, since it was counted is refused. */
async function copyFile(from: string, to: string, bytes: number): Promise<void> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await source.stat();
    if (!found.isFile() || found.size !== bytes)
      throw badSkill(from, 'it changed while it was copied', 'copy it again when nobody writes it');
    const content = Buffer.alloc(bytes);
    const { bytesRead } = await source.read(content, 0, bytes, 0);
    const target = await open(to, 'wx', 0o644);
    await target.writeFile(content.subarray(0, bytesRead)).finally(() => target.close());
  } finally {
    await source.close();
  }
}

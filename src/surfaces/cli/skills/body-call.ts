import { constants } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { BodyCall } from '../../../bodies/body-service.ts';
import { isPlainName, mostFileBytes } from '../../../bodies/file-box.ts';
import { AppError } from '../../../domain/app-error.ts';
import { isAbsent, systemReason } from '../../../domain/system-error.ts';

/** Flags of a call of a skill. */
export type CallFlags = {
  readonly config?: readonly string[];
  readonly allowNet?: readonly string[];
  readonly remember?: boolean;
  readonly file?: readonly string[];
  readonly outputFolder?: string;
};

/** What one call gives to a skill. Throws `usage`, `bad-input` or `not-found` for what cannot be given. */
export async function readCall(flags: CallFlags, workingFolder: string): Promise<BodyCall> {
  if (flags.outputFolder !== undefined) {
    const folder = resolve(workingFolder, flags.outputFolder);
    if ((await stat(folder).catch(() => null))?.isDirectory() !== true)
      throw new AppError('not-found', `${folder}: no such folder`, `mkdir ${folder}`);
  }
  const files = await Promise.all((flags.file ?? []).map((file) => readGiven(resolve(workingFolder, file))));
  const names = files.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new AppError('usage', `two files are named ${twice}`, 'hand in one of them');
  return {
    config: Object.fromEntries((flags.config ?? []).map((text) => readSetting(text))),
    allowNet: (flags.allowNet ?? []).map(readHost),
    remember: flags.remember ?? false,
    files: new Map(files),
  };
}

/** `key=value`; numbers, true and false are what they look like. */
export function readSetting(text: string): readonly [key: string, value: string | number | boolean] {
  const at = text.indexOf('=');
  const key = text.slice(0, Math.max(0, at)).trim();
  if (!/^[A-Za-z_]\w{0,99}$/.test(key))
    throw new AppError('usage', `${JSON.stringify(text)} is no setting`, 'write key=value, e.g. board_url=http://127.0.0.1:8123');
  const value = text.slice(at + 1);
  if (value === 'true' || value === 'false') return [key, value === 'true'];
  return [key, /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(value) ? Number(value) : value];
}

/** Names that secrets have. */
export const looksSecret = (name: string): boolean =>
  /(?:^|_)(?:token|secret|password|passwd|passphrase|api_?key|credentials?)$/i.test(name);

/** `host:port`, as the broker compares them. */
export function readHost(text: string): string {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):(\d{1,5})$/.exec(text.toLowerCase());
  const port = Number(found?.[2] ?? 0);
  if (found !== null && port >= 1 && port <= 65_535) return `${found[1] ?? ''}:${port}`;
  throw new AppError(
    'usage',
    `${JSON.stringify(text)} is no host with a port`,
    'name it exactly, e.g. --allow-net 127.0.0.1:8123; there are no patterns',
  );
}

async function readGiven(path: string): Promise<readonly [name: string, data: Uint8Array]> {
  const name = basename(path);
  if (!isPlainName(name))
    throw new AppError('bad-input', `${path}: a file of that name cannot be handed in`, 'rename it to letters, digits, -, _ and .');
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    const code = isAbsent(cause) ? 'not-found' : 'bad-input';
    throw new AppError(code, `${path}: cannot be read (${systemReason(cause)})`, `ls -l ${path}`, { cause });
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new AppError('bad-input', `${path} is not a regular file`, 'hand in files one by one');
    if (stats.size > mostFileBytes)
      throw new AppError('bad-input', `${path} is too large: ${stats.size} bytes`, `at most ${mostFileBytes} bytes`);
    return [name, await handle.readFile()];
  } finally {
    await handle.close();
  }
}

/** Writes what was handed out; nothing that is there is overwritten. Returns the paths. Throws `conflict`. */
export async function saveOut(
  out: ReadonlyMap<string, Uint8Array>,
  { outputFolder }: CallFlags,
  workingFolder: string,
): Promise<readonly string[]> {
  if (out.size === 0) return [];
  const folder = resolve(workingFolder, outputFolder ?? '.');
  const taken = await Promise.all(
    [...out.keys()].map(async (name) => ((await stat(join(folder, name)).catch(() => null)) === null ? null : name)),
  );
  const there = taken.find((name) => name !== null);
  if (there !== undefined)
    throw new AppError('conflict', `${join(folder, there ?? '')} is there already`, 'choose another folder: --output-folder DIR');
  const saved: string[] = [];
  for (const [name, data] of out) {
    // Exclusive: not even a link that appears now is followed.
    await writeFile(join(folder, name), data, { flag: 'wx' });
    saved.push(join(folder, name));
  }
  return saved;
}

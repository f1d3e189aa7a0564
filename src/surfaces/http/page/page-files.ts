import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { isAbsent } from '../../../domain/system-error.ts';

/** A file of the built page with what the build made of it for slow lines. */
export type PageFile = {
  readonly type: string;
  /** Its name changes with its content: a browser need never ask again. */
  readonly immutable: boolean;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer> | null;
  readonly br: Uint8Array<ArrayBuffer> | null;
};

export type PageFiles = {
  /** May hold `__CSP_NONCE__`, for which each answer has a value of its own. */
  readonly index: string;
  /** By the path of a request. What is not in here is not served: no request names a file. */
  readonly files: ReadonlyMap<string, PageFile>;
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const compressed = ['.gz', '.br'];
const hashed = '/assets/';

/** Reads the whole page, so that a build in the meantime cannot mix two of them. Null where none has been built. */
export async function readPageFiles(folder: string): Promise<PageFiles | null> {
  const index = await readFile(join(folder, 'index.html'), 'utf8').catch(absent);
  if (index === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`);
  const read = async (name: string): Promise<[string, PageFile]> => {
    const file = join(folder, name);
    const [plain, gzip, br] = await Promise.all([readFile(file), ...compressed.map((ending) => readFile(file + ending).catch(absent))]);
    return [name, { type: types[extname(name)] ?? '', immutable: name.startsWith(hashed), plain, gzip: gzip ?? null, br: br ?? null }];
  };
  return { index, files: new Map(await Promise.all(names.map(read))) };
}

function absent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

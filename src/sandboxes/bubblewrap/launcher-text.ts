import { readFile } from 'node:fs/promises';

/** In this order they are one program: what jobs are forked from, as small as can be, up to the split in two. */
const forkerParts = ['kernel.py', 'host_python.py', 'job_child.py', 'forker.py'];
/** What only the supervisor loads, after the split. */
const supervisorParts = ['supervise.py', 'serve.py'];

/** Given to `python -c`: reads the launcher from the request channel, so that no file need be readable in the sandbox. */
export const launcherBoot = [
  'import os',
  'def read_exactly(n):',
  " b = b''",
  ' while len(b) < n:',
  '  c = os.read(0, n - len(b))',
  '  if not c: os._exit(3)',
  '  b += c',
  ' return b',
  "def read_block(): return read_exactly(int.from_bytes(read_exactly(4), 'little'))",
  "scope = {'__name__': 'launcher', 'read_exactly': read_exactly, 'read_block': read_block}",
  "exec(compile(read_block(), '<launcher>', 'exec'), scope)",
  "exec(compile(read_block(), '<launcher>', 'exec'), scope)",
].join('\n');

/** The launcher as the boot program reads it, each block with its length in front. `warm`: load the usual modules. */
export async function loadLauncherText(warm: boolean): Promise<Uint8Array> {
  const join = async (parts: readonly string[]): Promise<Buffer> => {
    const texts = await Promise.all(parts.map((name) => readFile(new URL(`./launcher/${name}`, import.meta.url), 'utf8')));
    return block(Buffer.from(texts.join('\n')));
  };
  return Buffer.concat([await join(forkerParts), block(Buffer.from(warm ? warmModules.join(' ') : '')), await join(supervisorParts)]);
}

function block(data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.byteLength);
  return Buffer.concat([length, data]);
}

/** Modules that programs import most, loaded before the fork; pristine in every job, because no job runs in the forker. */
const warmModules: readonly string[] = [
  ...['abc', 'bisect', 'collections', 'collections.abc', 'contextlib', 'copy', 'dataclasses', 'datetime', 'decimal', 'enum', 'fractions'],
  ...['functools', 'heapq', 'io', 'itertools', 'json', 'math', 'numbers', 'operator', 'random', 're', 'statistics', 'string', 'sys'],
  ...['textwrap', 'threading', 'time', 'traceback', 'types', 'typing', 'linecache', 'inspect', 'ast', 'unicodedata', 'hashlib'],
];

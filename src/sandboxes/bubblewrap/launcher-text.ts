import { readFile } from 'node:fs/promises';

/** In this order they are one program. */
const parts = ['kernel.py', 'host_python.py', 'job_child.py', 'supervise.py', 'serve.py'];

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
  "exec(compile(read_exactly(int.from_bytes(read_exactly(4), 'little')), '<launcher>', 'exec'), {'__name__': 'launcher', 'read_exactly': read_exactly})",
].join('\n');

/** The launcher's text with its length in front, as the boot program reads it. */
export async function loadLauncherText(): Promise<Uint8Array> {
  const texts = await Promise.all(parts.map((name) => readFile(new URL(`./launcher/${name}`, import.meta.url), 'utf8')));
  const text = Buffer.from(texts.join('\n'));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.byteLength);
  return Buffer.concat([length, text]);
}

/** Modules that programs import most, loaded before the fork; pristine in every job, because no job runs in the parent. */
export const warmModules: readonly string[] = [
  ...['abc', 'bisect', 'collections', 'collections.abc', 'contextlib', 'copy', 'dataclasses', 'datetime', 'decimal', 'enum', 'fractions'],
  ...['functools', 'heapq', 'io', 'itertools', 'json', 'math', 'numbers', 'operator', 'random', 're', 'statistics', 'string', 'sys'],
  ...['textwrap', 'threading', 'time', 'traceback', 'types', 'typing', 'linecache', 'inspect', 'ast', 'unicodedata', 'hashlib'],
];

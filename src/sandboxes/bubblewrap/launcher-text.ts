import { readFile } from 'node:fs/promises';
import type { TrustedProgram } from '../../ports/sandbox.ts';

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
  // Compiled in a child, whose memory goes with it: what is left here is copied for every job.
  'def load():',
  ' text = read_block()',
  ' r, w = os.pipe()',
  ' if os.fork() == 0:',
  '  import marshal',
  "  code = marshal.dumps(compile(text, '<launcher>', 'exec'))",
  '  while code: code = code[os.write(w, code):]',
  '  os._exit(0)',
  ' os.close(w)',
  " code = b''.join(iter(lambda: os.read(r, 65536), b''))",
  ' os.close(r)',
  ' os.wait()',
  ' import marshal',
  ' exec(marshal.loads(code), scope)',
  'load()',
  'load()',
].join('\n');

export type LauncherText = { readonly forker: string; readonly supervisor: string };

export async function loadLauncherText(): Promise<LauncherText> {
  const join = async (parts: readonly string[]): Promise<string> => {
    const texts = await Promise.all(parts.map((name) => readFile(new URL(`./launcher/${name}`, import.meta.url), 'utf8')));
    return texts.join('\n');
  };
  return { forker: await join(forkerParts), supervisor: await join(supervisorParts) };
}

/**
 * The launcher as the boot program reads it, each block with its length in front. `warm`: load the usual modules. `hosted`: the
 * program is loaded where jobs are forked from; otherwise it becomes a file, compiled first if there is a command for it.
 */
export function launcherInput(
  text: LauncherText,
  options: {
    readonly warm: boolean;
    readonly hosted: boolean;
    readonly command: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    /** Paths of the runtime that a job's own folders cover. */
    readonly covered: readonly string[];
    readonly program?: TrustedProgram;
    readonly compile?: readonly string[];
  },
): Uint8Array {
  const program = [options.program?.main ?? '', options.program?.text ?? ''];
  const none = ['', ''];
  const assignments = Object.entries(options.environment).map(([name, value]) => `${name}=${value}`);
  const blocks = [
    ...[text.forker, options.warm ? warmModules.join(' ') : '', ...(options.hosted ? program : none)],
    ...[strings(options.command), strings(assignments), strings(options.covered)],
    ...[text.supervisor, ...(options.hosted ? none : program), strings(options.compile ?? [])],
  ];
  return Buffer.concat(blocks.map(block));
}

const strings = (texts: readonly string[]): string => texts.join('\0');

function block(text: string): Buffer {
  const data = Buffer.from(text);
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

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Place } from './anneal.ts';

const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));

export type Keys = { readonly after: RegExp; readonly type: string };
export type OnTerminal = {
  readonly place: Place;
  readonly columns?: number;
  readonly rows?: number;
  /** Put before the command, e.g. `timeout`. */
  readonly before?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Typed in this order, each when its text has appeared. */
  readonly keys?: readonly Keys[];
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs the built bin on a pseudo-terminal of its own (`script` of util-linux) and returns all that it wrote there. */
export async function onTerminal(
  args: readonly string[],
  { place, columns = 100, rows = 40, before = '', environment = {}, keys = [] }: OnTerminal,
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const command = `stty cols ${columns} rows ${rows}; ${before} ${[process.execPath, bin, ...args].map(quoted).join(' ')}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: place.work,
    env: {
      ...{ PATH: process.env.PATH ?? '', ANNEAL_HOME: place.home, OLLAMA_URL: 'http://127.0.0.1:9', SHELL: '/bin/bash' },
      ...{ TERM: 'xterm-256color', LANG: 'C.UTF-8', ...environment },
    },
  });
  const waiting = [...keys];
  let screen = '';
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString('utf8');
    const [next] = waiting;
    if (next === undefined || !next.after.test(screen.slice(seen))) return;
    seen = screen.length;
    waiting.shift();
    child.stdin.write(next.type);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, screen };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys
const sequences = /\u001b\[[\d;?]*[A-Za-z]/g;

/** The text without what a terminal obeys. */
export const textOf = (screen: string): string => screen.replace(sequences, '').replaceAll('\r', '');

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));

export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string; readonly ms: number };
export type Started = { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<Outcome> };

/** A folder of its own for one test file: configuration, runs and weights below `home`, files of the person in `work`. */
export type Place = { readonly home: string; readonly work: string; readonly remove: () => Promise<void> };

export async function makePlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'anneal-cli-'));
  const home = join(root, 'home');
  const work = join(root, 'work');
  await mkdir(work);
  return { home, work, remove: () => rm(root, { recursive: true, force: true }) };
}

export type Given = {
  readonly place: Place;
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts the built bin as its own process, with nothing of this one's environment but the path. */
export function start(args: readonly string[], { place, input, environment }: Given): Started {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: place.work,
    // An address that refuses at once: no test depends on an Ollama of this machine.
    env: { PATH: process.env.PATH ?? '', ANNEAL_HOME: place.home, OLLAMA_URL: 'http://127.0.0.1:9', ...environment },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
      resolve({ code, stdout: text(stdout), stderr: text(stderr), ms: performance.now() - startedAt });
    });
  });
  return { child, ended };
}

export const anneal = (args: readonly string[], given: Given): Promise<Outcome> => start(args, given).ended;

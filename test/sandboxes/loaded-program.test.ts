import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { defaultLimits, type Sandbox, type SandboxJob, type SandboxSession, type TrustedProgram } from '../../src/ports/sandbox.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { luaRuntime, pythonRuntime } from './runtimes.ts';

const luaProgram: TrustedProgram = {
  main: 'adder.lua',
  text: 'local n = 0\nfor line in io.lines() do n = n + line end\nprint(n, io.open("candidate.txt"):read("a"), arg[0])\n',
};
const pythonProgram: TrustedProgram = {
  main: 'adder.py',
  text: [
    'import sys',
    'count = 0',
    'def start():',
    '    global count',
    '    count += 1',
    '    print(sum(int(line) for line in sys.stdin), open("candidate.txt").read(), count, sys.argv[0])',
    'if __name__ == "__main__": start()',
  ].join('\n'),
};
const compile = ['-e', "io.write(string.dump(load(io.read('a')), true))"];

const jobOf = (program: TrustedProgram, candidate: string): SandboxJob => ({
  files: { [program.main]: program.text, 'candidate.txt': candidate },
  main: program.main,
  args: [],
  stdin: '1\n2\n',
  wantsResult: false,
  limits: defaultLimits,
});

describe('a session that was opened for a program', () => {
  let sandbox: Sandbox;
  let session: SandboxSession;
  beforeAll(async () => {
    sandbox = await openBubblewrapSandbox();
  });
  afterEach(() => session.close());
  afterAll(() => sandbox.close());
  const output = async (job: SandboxJob): Promise<string> => {
    const { stdout, stderr } = await session.run(job);
    return Buffer.from(stdout).toString() + Buffer.from(stderr).toString();
  };

  test('runs it for every job anew, with that job’s files', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1, program: pythonProgram });
    expect(await output(jobOf(pythonProgram, 'a'))).toBe('3 a 1 /src/adder.py\n');
    expect(await output(jobOf(pythonProgram, 'b'))).toBe('3 b 1 /src/adder.py\n');
  });

  test('runs it compiled, and as it is where compiling fails', async () => {
    session = await sandbox.open({ ...luaRuntime, compile }, { workers: 1, program: luaProgram });
    expect(await output(jobOf(luaProgram, 'a'))).toBe('3\ta\t/program/adder.lua\n');
    await session.close();
    session = await sandbox.open({ ...luaRuntime, compile: ['-e', 'os.exit(1)'] }, { workers: 1, program: luaProgram });
    expect(await output(jobOf(luaProgram, 'b'))).toBe('3\tb\t/program/adder.lua\n');
  });

  test('runs another text under the same name as that text', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1, program: pythonProgram });
    expect(await output(jobOf({ ...pythonProgram, text: 'print("mine")' }, ''))).toBe('mine\n');
    await session.close();
    session = await sandbox.open({ ...luaRuntime, compile }, { workers: 1, program: luaProgram });
    expect(await output(jobOf({ ...luaProgram, text: 'print("mine")' }, ''))).toBe('mine\n');
  });

  test('lets no job change it for the next', async () => {
    session = await sandbox.open({ ...luaRuntime, compile }, { workers: 1, program: luaProgram });
    const attack = [
      'local path = "/program/adder.lua"',
      'print(io.open(path, "w"), io.open("/program/new", "w"), os.remove(path), os.rename("/tmp/x", path))',
      'os.execute("chmod u+w /program /program/* 2>&1; mount -o remount,rw /program 2>&1; umount /program 2>&1")',
    ].join('\n');
    await session.run({ ...jobOf(luaProgram, ''), files: { 'attack.lua': attack }, main: 'attack.lua' });
    expect(await output(jobOf(luaProgram, 'a'))).toBe('3\ta\t/program/adder.lua\n');
  });

  test('says that a program does not load', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1 });
    const broken = sandbox.open(pythonRuntime, { workers: 1, program: { main: 'adder.py', text: 'def start(:' } });
    await expect(broken).rejects.toThrow(/did not start: .*SyntaxError/s);
  });
});

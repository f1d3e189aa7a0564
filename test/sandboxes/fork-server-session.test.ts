import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { defaultLimits, type Sandbox, type SandboxJob, type SandboxSession } from '../../src/ports/sandbox.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { luaRuntime, pythonRuntime } from './runtimes.ts';

const python = (main: string, limit: Partial<SandboxJob['limits']> = {}): SandboxJob => ({
  files: { 'main.py': main },
  main: 'main.py',
  args: [],
  stdin: '',
  wantsResult: true,
  limits: { ...defaultLimits, ...limit },
});
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? new Uint8Array()).toString('utf8');

/** Host processes whose command line or parent chain belongs to this test process. */
function children(): { pid: number; parent: number; name: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(fields[1]), name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) }];
      } catch {
        return [];
      }
    });
}
const ownBubblewraps = (): number[] =>
  children()
    .filter((entry) => entry.parent === process.pid && entry.name === 'bwrap')
    .map((entry) => entry.pid);

describe('a session', () => {
  let sandbox: Sandbox;
  let session: SandboxSession;
  beforeAll(async () => {
    sandbox = await openBubblewrapSandbox();
  });
  afterEach(() => session.close());
  afterAll(() => sandbox.close());

  test('loses and mixes up nothing in 1,000 jobs', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 2 });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const main = `import os, sys\nprint(sys.stdin.read())\nos.write(3, b"r" + str(${index} * 7).encode())`;
        const execution = await session.run({ ...python(main), stdin: `in ${index}` });
        return [text(execution.stdout), text(execution.result)];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 1000 }, (_, index) => [`in ${index}\n`, `r${index * 7}`]));
  });

  test('keeps nothing of one job for the next', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1 });
    const first =
      'import json, random, sys\njson.dumps = None\nsys.modules["planted"] = sys\nsecret = "needle-" + "in-memory"\nopen("/tmp/a", "w")';
    await session.run(python(first));
    const second = `
import json, os, sys, gc
print(json.dumps([1]), "planted" in sys.modules, os.listdir("/tmp"), os.listdir("/dev/shm"))
found = 0
for line in open("/proc/self/maps"):
    span, perms = line.split()[:2]
    if perms.startswith("rw"):
        low, high = (int(x, 16) for x in span.split("-"))
        with open("/proc/self/mem", "rb", 0) as memory:
            memory.seek(low)
            found += (memory.read(high - low) or b"").count(b"-".join([b"needle", b"in", b"memory"]))
print(found)
`;
    expect(text((await session.run(python(second))).stdout)).toBe('[1] False [] []\n0\n');
  });

  test('gives each job random numbers of its own', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1 });
    const draw = async () => text((await session.run(python('import random\nprint(random.random())'))).stdout);
    expect(await draw()).not.toBe(await draw());
  });

  test('replaces a worker that dies, and runs its job again', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1 });
    const running = session.run(python('import time\ntime.sleep(0.5)\nprint("done")'));
    const [monitor] = ownBubblewraps();
    const first = children().find((entry) => entry.parent === monitor);
    process.kill(first?.pid ?? Number.NaN, 'SIGKILL');
    expect(text((await running).stdout)).toBe('done\n');
    expect(text((await session.run(python('print("next")'))).stdout)).toBe('next\n');
  });

  test('survives what kills, forks and fills', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 2 });
    const hostile = [
      'import os, signal\nfor p in (1, os.getppid(), -1):\n  try: os.kill(p, signal.SIGKILL)\n  except OSError: pass',
      'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass',
      'held = []\nwhile True: held.append(b"x" * (1 << 24))',
      'import os\nfor fd in range(256):\n  try: os.close(fd)\n  except OSError: pass',
      'import ctypes; ctypes.string_at(0)',
    ];
    const jobs = hostile.flatMap((main) => [python(main, { cpuSeconds: 0.5, wallSeconds: 1 }), python('print("honest")')]);
    const executions = await Promise.all(jobs.map((job) => session.run(job)));
    const honest = executions.filter((_, index) => index % 2 === 1).map((execution) => text(execution.stdout));
    expect(honest).toEqual(hostile.map(() => 'honest\n'));
  });

  test('runs jobs of its workers side by side, and those beyond them in order', async () => {
    session = await sandbox.open(luaRuntime, { workers: 2 });
    const job = (seconds: number): SandboxJob => ({
      ...python('', { wallSeconds: 60 }),
      ...{ files: { 'main.lua': `os.execute("/usr/bin/sleep ${seconds}")` }, main: 'main.lua' },
    });
    const ends: number[] = [];
    const enough = new AbortController();
    const long = session.run(job(50), { signal: enough.signal });
    await Promise.all([1, 2, 3].map((index) => session.run(job(0.1)).then(() => ends.push(index))));
    // They went by the long one, which still runs.
    expect(ends).toEqual([1, 2, 3]);
    enough.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
  });

  test('is gone when it is closed, with the jobs in it', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 2 });
    const running = session.run(python('while True: pass'));
    const waiting = [session.run(python('1')), session.run(python('while True: pass')), session.run(python('1'))];
    const outcome = Promise.allSettled([running, ...waiting]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await session.close();
    expect((await outcome).some((one) => one.status === 'rejected')).toBe(true);
    expect(ownBubblewraps()).toEqual([]);
    await expect(session.run(python('1'))).rejects.toMatchObject({ code: 'sandbox-failed' });
  });

  test('lets many jobs wait for one signal without a warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', note);
    session = await sandbox.open(pythonRuntime, { workers: 2 });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => session.run(python('pass'), { signal })));
    await Promise.all(Array.from({ length: 12 }, () => sandbox.run(luaRuntime, { ...python(''), files: { 'main.py': '' } }, { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('gives each worker an empty network of its own, which no job can change', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 2 });
    const look = `
import os, socket, time
interfaces = [line.split(":")[0].strip() for line in open("/proc/self/net/dev") if ":" in line]
listening = [n for n in ("tcp", "tcp6", "udp", "udp6", "raw", "packet") for line in list(open("/proc/self/net/" + n))[1:]]
named = [line for line in list(open("/proc/self/net/unix"))[1:] if len(line.split()) > 7]
refused = []
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, socket.AF_PACKET):
    try: socket.socket(family, socket.SOCK_RAW if family > 10 else socket.SOCK_STREAM)
    except OSError: refused.append(int(family))
time.sleep(0.2)
print(os.readlink("/proc/self/ns/net"), interfaces, listening, named, refused)
`;
    const said = await Promise.all([0, 1].map(async () => text((await session.run(python(look))).stdout)));
    const networks = said.map((line) => line.split(' ')[0]);
    expect(new Set([...networks, readlinkSync('/proc/self/ns/net')]).size).toBe(3);
    for (const line of said) expect(line.slice(line.indexOf(' '))).toBe(" ['lo'] [] [] [2, 10, 1, 16, 17]\n");
  });

  test('leaves a program no capability to regain', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1 });
    const status = `
import os, subprocess
def held(text): return [line for line in text.splitlines() if line.startswith(("CapInh", "CapPrm", "CapEff", "CapAmb", "NoNewPrivs"))]
program = "import ctypes; c = ctypes.CDLL(None); print(c.prctl(27), c.prctl(28, 0, 0, 0, 0), c.prctl(47, 2, 21, 0, 0), c.prctl(8, 1, 0, 0, 0))"
print(held(open("/proc/self/status").read()))
print(held(subprocess.run(["/usr/bin/cat", "/proc/self/status"], capture_output=True, text=True).stdout))
print(subprocess.run(["/usr/bin/python3", "-c", program], capture_output=True, text=True).stdout)
`;
    const none = ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'].map((name) => `'${name}:\\t0000000000000000'`).join(', ');
    const lines = text((await session.run(python(status))).stdout).split('\n');
    expect(lines.slice(0, 2)).toEqual([`[${none}, 'NoNewPrivs:\\t1']`, `[${none}, 'NoNewPrivs:\\t1']`]);
    // Secure bits as they were set and locked; neither they, nor an ambient capability, nor keep_caps can be changed.
    expect(lines[2]).toBe(`${0xef} -1 -1 -1`);
  });

  test('compiles the same program once, and differently when it differs', async () => {
    session = await sandbox.open(pythonRuntime, { workers: 1 });
    const said: string[] = [];
    const main =
      'import sys\nprint(open("given").read(), __file__, sys._getframe().f_code.co_filename)\nif len(sys.argv) > 1: raise ValueError("at 3")';
    for (const given of ['1', '2', '3', '4']) {
      said.push(text((await session.run({ ...python(main), files: { 'main.py': main, given } })).stdout));
    }
    expect(said).toEqual(['1', '2', '3', '4'].map((given) => `${given} /src/main.py /src/main.py\n`));
    const failing = { ...python(main), files: { 'main.py': main, given: '5' }, args: ['x'] };
    const failed = text((await session.run(failing)).stderr);
    expect(failed).toContain('line 3, in <module>');
    expect(failed).toBe(text((await sandbox.run(pythonRuntime, failing)).stderr));
    expect(text((await session.run(python('print("other")'))).stdout)).toBe('other\n');
    // What compiling says is said each time.
    const warns = python('print("\\d" is 1)');
    const errors = [];
    for (let turn = 0; turn < 4; turn++) errors.push(text((await session.run(warns)).stderr));
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toContain('SyntaxWarning');
  });

  test('says what is wrong with a runtime that is not there', async () => {
    session = await sandbox.open(luaRuntime, { workers: 1 });
    const absent = { ...pythonRuntime, command: ['/usr/bin/no-such-python'] as const };
    await expect(sandbox.open(absent, { workers: 1 })).rejects.toMatchObject({ code: 'sandbox-failed' });
    const unreadable = { ...pythonRuntime, readOnlyPaths: ['/root/.absent'] };
    if (process.getuid?.() === 0) {
      await expect(sandbox.open(unreadable, { workers: 1 })).rejects.toMatchObject({ hint: expect.stringContaining('ordinary user') });
    }
    const execution = await sandbox.run(absent, python('1'));
    expect(execution.termination).toMatchObject({ type: 'setup-failed', reason: expect.stringContaining('No such file') });
  });
});

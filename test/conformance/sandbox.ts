import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Execution } from '../../src/domain/execution.ts';
import { defaultLimits, type JobOptions, type RuntimeSpec, type SandboxJob } from '../../src/ports/sandbox.ts';
import { luaRuntime, pythonRuntime } from '../sandboxes/runtimes.ts';

export type Runner = (job: SandboxJob, options?: JobOptions) => Promise<Execution>;

/** What a way of running jobs cannot do, by the name of the case, with the reason. */
export type DeclaredDifferences = Readonly<Record<string, string>>;

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? new Uint8Array()).toString('utf8');

function job(main: string, more: Partial<SandboxJob> & { readonly limit?: Partial<SandboxJob['limits']> } = {}): SandboxJob {
  const { limit, ...rest } = more;
  return {
    files: { 'main.py': main },
    main: 'main.py',
    args: [],
    stdin: '',
    wantsResult: false,
    limits: { ...defaultLimits, ...limit },
    ...rest,
  };
}

/** Nothing to say until the job is over. */
const stopped = (signal: AbortSignal): Promise<Uint8Array> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** What every way of running a program owes its callers. */
export function describeSandbox(
  name: string,
  open: (runtime: RuntimeSpec) => Promise<{ readonly run: Runner; close(): Promise<void> }>,
  differences: DeclaredDifferences = {},
): void {
  describe(name, () => {
    let run: Runner;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ run, close } = await open(pythonRuntime));
    });
    afterAll(() => close());
    const met = new Set<string>();
    const owes = (what: string, check: () => Promise<void>): void => {
      met.add(what);
      if (what in differences) test.skip(`${what} (${differences[what]})`, () => {});
      else test(what, check);
    };
    const stdoutOf = async (main: string, more: Parameters<typeof job>[1] = {}): Promise<string> => {
      const execution = await run(job(main, more));
      expect(execution.termination, text(execution.stderr)).toEqual({ type: 'exit', code: 0 });
      return text(execution.stdout);
    };

    owes('passes arguments, input and files, and returns output and result', async () => {
      const main = 'import sys, os\nprint(sys.argv[1:], sys.stdin.read(), open("data/words.txt").read())\nos.write(3, b"answer")';
      const files = { 'main.py': main, 'data/words.txt': 'тест' };
      const execution = await run(job(main, { files, args: ['a', 'b c'], stdin: 'input', wantsResult: true }));
      expect(execution.termination).toEqual({ type: 'exit', code: 0 });
      expect(text(execution.stdout)).toBe("['a', 'b c'] input тест\n");
      expect(text(execution.result)).toBe('answer');
      expect(execution.truncated).toBe(false);
    });
    owes('has no descriptor 3 unless a result is wanted', async () => {
      const main = 'import os\ntry:\n  os.write(3, b"x"); print("open")\nexcept OSError: print("closed")';
      expect(await stdoutOf(main)).toBe('closed\n');
      expect((await run(job(main))).result).toBeUndefined();
    });
    owes('feeds input larger than a pipe', async () => {
      expect(await stdoutOf('import sys\nprint(len(sys.stdin.read()))', { stdin: 'x'.repeat(2_000_000) })).toBe('2000000\n');
    });
    owes('ends input that nobody reads', async () => {
      expect(await stdoutOf('print("done")', { stdin: 'x'.repeat(2_000_000) })).toBe('done\n');
    });
    owes('starts in a scratch folder that is fresh each time', async () => {
      const main = 'import os\nprint(sorted(os.listdir(".")), os.path.exists("/tmp/mark"))\nopen("left", "w").write("x")\n';
      const first = await stdoutOf(main);
      expect(await stdoutOf(main)).toBe(first);
      expect(first).not.toContain('left');
    });
    owes('runs as __main__, like a script', async () => {
      const main = `
import sys, atexit, threading, time, pickle
class Thing: pass
atexit.register(lambda: print("exit handler"))
threading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()
print(__name__, sys.argv[0] == __file__, __file__.endswith("/main.py"), type(pickle.loads(pickle.dumps(Thing()))).__name__, "ctypes" in sys.modules)
`;
      expect(await stdoutOf(main)).toBe('__main__ True True Thing False\nthread\nexit handler\n');
    });
    owes('reports exit codes as the interpreter does', async () => {
      const codeOf = async (main: string) => (await run(job(main))).termination;
      expect(await codeOf('import sys; sys.exit(7)')).toEqual({ type: 'exit', code: 7 });
      expect(await codeOf('raise SystemExit')).toEqual({ type: 'exit', code: 0 });
      expect(await codeOf('import os; os._exit(9)')).toEqual({ type: 'exit', code: 9 });
      expect(await codeOf('1 / 0')).toEqual({ type: 'exit', code: 1 });
      expect(await codeOf('def f(:')).toEqual({ type: 'exit', code: 1 });
      expect(await codeOf('raise KeyboardInterrupt')).toEqual({ type: 'signal', signal: 'SIGINT' });
      const said = await run(job('import sys; sys.exit("message")'));
      expect([said.termination, text(said.stderr)]).toEqual([{ type: 'exit', code: 1 }, 'message\n']);
    });
    owes('shows a traceback of the program only', async () => {
      const execution = await run(job('def f():\n    return 1 / 0\nf()\n'));
      const lines = text(execution.stderr)
        .split('\n')
        .filter((line) => line.includes('File '));
      expect(lines).toHaveLength(2);
      expect(lines.every((line) => line.includes('/main.py"'))).toBe(true);
      expect(text(execution.stderr)).toMatch(/^Traceback[\s\S]*ZeroDivisionError: division by zero\n$/);
    });
    owes('names the signal of a crash', async () => {
      expect((await run(job('import os, signal; os.kill(os.getpid(), signal.SIGSEGV)'))).termination).toEqual({
        type: 'signal',
        signal: 'SIGSEGV',
      });
      expect((await run(job('import os; os.abort()'))).termination).toEqual({ type: 'signal', signal: 'SIGABRT' });
    });
    owes('lets programs use event loops, threads and child processes', async () => {
      const main = `
import asyncio, subprocess, sys, concurrent.futures as c
async def f(): await asyncio.sleep(0.01); return 1
print(asyncio.run(f()), subprocess.run(["/usr/bin/env", "true"]).returncode, sum(c.ThreadPoolExecutor(4).map(abs, [-1, 2])))
`;
      expect(await stdoutOf(main)).toBe('1 0 3\n');
    });
    owes('stops what uses up its CPU time, whatever it does with signals', async () => {
      const main = 'import signal\nfor s in (signal.SIGXCPU, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)\nwhile True: pass';
      const execution = await run(job(main, { limit: { cpuSeconds: 0.5, wallSeconds: 50 } }));
      expect(execution.termination).toEqual({ type: 'limit', limit: 'cpu' });
      expect(execution.usage.cpuMs).toBeGreaterThanOrEqual(450);
    });
    owes('sums CPU over processes that replace each other', async () => {
      const main = `
import os, time
while True:
    if os.fork(): os._exit(0) if os.getpid() != first else time.sleep(60)
    end = time.process_time() + 0.1
    while time.process_time() < end: pass
`;
      const execution = await run(job(`import os\nfirst = os.getpid()${main}`, { limit: { cpuSeconds: 0.6, wallSeconds: 50 } }));
      expect(execution.termination).toEqual({ type: 'limit', limit: 'cpu' });
    });
    owes('stops what sleeps too long', async () => {
      const execution = await run(job('print("a", flush=True)\nimport time; time.sleep(60)', { limit: { wallSeconds: 0.4 } }));
      expect(execution.termination).toEqual({ type: 'limit', limit: 'wall' });
      expect(text(execution.stdout)).toBe('a\n');
      // It would sleep for a minute.
      expect(execution.usage.wallMs).toBeLessThan(30_000);
    });
    owes('says memory when step by step the limit was met', async () => {
      const main = 'held = []\nwhile True: held.append(bytearray(8 << 20))';
      expect((await run(job(main))).termination).toEqual({ type: 'limit', limit: 'memory' });
    });
    owes('says memory when one request was larger than the limit', async () => {
      expect((await run(job('x = bytearray(3 << 30)'))).termination).toEqual({ type: 'limit', limit: 'memory' });
    });
    owes('lets a program survive a refused allocation', async () => {
      expect(await stdoutOf('try:\n  x = bytearray(3 << 30)\nexcept MemoryError: print("went on")')).toBe('went on\n');
    });
    owes('caps output and result', async () => {
      const flood = await run(job('import sys\nwhile True: sys.stdout.write("x" * 9999)'));
      expect([flood.termination, flood.truncated, flood.stdout.byteLength]).toEqual([
        { type: 'limit', limit: 'output' },
        true,
        defaultLimits.outputBytes,
      ]);
      const result = await run(job('import os\nwhile True: os.write(3, b"x" * 9999)', { wantsResult: true }));
      expect([result.termination, result.result?.byteLength]).toEqual([{ type: 'limit', limit: 'output' }, defaultLimits.resultBytes]);
    });
    owes('does not wait for what a program leaves behind, nor count what it writes', async () => {
      const main = `
import os, time
if os.fork() == 0:
    os.setsid()
    for _ in range(10):
        time.sleep(5)
        os.write(1, b"late")
os._exit(0)
`;
      const execution = await run(job(main, { limit: { wallSeconds: 30 } }));
      expect([execution.termination, text(execution.stdout)]).toEqual([{ type: 'exit', code: 0 }, '']);
    });
    owes('limits the number of processes', async () => {
      const main =
        'import os, time\nn = 0\ntry:\n  while n < 90:\n    if os.fork() == 0: time.sleep(9)\n    n += 1\nexcept OSError: pass\nprint(n)';
      // Of 90, and 64 are allowed: without a sandbox they are counted from outside, and one more may have begun meanwhile.
      expect(Number(await stdoutOf(main))).toBeLessThan(80);
    });
    owes('passes nothing of the own environment on', async () => {
      process.env.ANNEAL_TEST_SECRET = 'hidden';
      expect(await stdoutOf('import os\nprint(os.environ.get("ANNEAL_TEST_SECRET"), os.environ["PATH"] != "")')).toBe('None True\n');
    });
    owes('gives no way to the network', async () => {
      expect(await stdoutOf('import socket\ntry: print(socket.socket())\nexcept OSError: print("refused")')).toBe('refused\n');
    });
    owes('stops at once when it is aborted, with the reason', async () => {
      const abort = new AbortController();
      const reason = new Error('enough');
      setTimeout(() => abort.abort(reason), 150);
      await expect(run(job('while True: pass'), { signal: abort.signal })).rejects.toBe(reason);
      expect(await stdoutOf('print("next")')).toBe('next\n');
    });
    owes('does not start what is aborted already', async () => {
      await expect(run(job('1'), { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    });
    owes('talks with a job while it runs', async () => {
      const main = `
import os, sys
for word in sys.stdin:
    os.write(3, word.upper().encode())
    if word == "end\\n": break
print("over")
`;
      const heard: string[] = [];
      const dialogue = {
        hear: async (piece: Uint8Array) => {
          heard.push(text(piece));
          return Buffer.from(heard.length < 3 ? `word ${heard.length}\n` : 'end\n');
        },
      };
      const execution = await run(job(main, { stdin: 'first\n', wantsResult: true }), { dialogue });
      expect([execution.termination, text(execution.stdout)]).toEqual([{ type: 'exit', code: 0 }, 'over\n']);
      expect(heard.slice(0, 3)).toEqual(['FIRST\n', 'WORD 1\n', 'WORD 2\n']);
      expect(text(execution.result)).toBe('FIRST\nWORD 1\nWORD 2\nEND\n');
    });
    owes('says more than a pipe holds', async () => {
      const main = 'import os, sys\nos.write(3, b"?")\nprint(len(sys.stdin.buffer.read(900_000)))';
      const dialogue = { hear: async () => Buffer.alloc(900_000, 'x') };
      const execution = await run(job(main, { wantsResult: true }), { dialogue });
      expect(text(execution.stdout)).toBe('900000\n');
    });
    owes('ends a job whose dialogue fails, and keeps its limits while one goes on', async () => {
      const talker = 'import os\nos.write(3, b"?")\nimport time; time.sleep(60)';
      const reason = new Error('enough heard');
      const refuse = { hear: () => Promise.reject(reason) };
      await expect(run(job(talker, { wantsResult: true, limit: { wallSeconds: 20 } }), { dialogue: refuse })).rejects.toBe(reason);
      const silent = { hear: (_piece: Uint8Array, signal: AbortSignal) => stopped(signal) };
      const slow = await run(job(talker, { wantsResult: true, limit: { wallSeconds: 0.5 } }), { dialogue: silent });
      expect(slow.termination).toEqual({ type: 'limit', limit: 'wall' });
      const flood = 'import os\nwhile True: os.write(3, b"x" * 9999)';
      let bytes = 0;
      const counting = {
        hear: async (piece: Uint8Array) => {
          bytes += piece.byteLength;
          return new Uint8Array();
        },
      };
      const flooded = await run(job(flood, { wantsResult: true }), { dialogue: counting });
      expect(flooded.termination).toEqual({ type: 'limit', limit: 'output' });
      expect(bytes).toBeLessThanOrEqual(defaultLimits.resultBytes);
      expect(await stdoutOf('print("next")')).toBe('next\n');
    });
    owes('refuses file names that leave the folder', async () => {
      await expect(run(job('1', { files: { 'main.py': '', '../x': '' } }))).rejects.toMatchObject({ code: 'bad-input' });
      await expect(run(job('1', { main: 'absent.py' }))).rejects.toMatchObject({ code: 'bad-input' });
    });
    owes('runs other interpreters', async () => {
      const lua = await open(luaRuntime);
      const main = 'io.write(arg[1], io.read("a"), tostring(io.open("/proc/self/fd/3", "w"):write("r") ~= nil))\nerror("no")';
      const execution = await lua.run({
        ...job('', { files: { 'main.lua': main }, main: 'main.lua' }),
        args: ['x'],
        stdin: 'y',
        wantsResult: true,
      });
      await lua.close();
      expect([text(execution.stdout), text(execution.result)]).toEqual(['xytrue', 'r']);
      expect(execution.termination).toEqual({ type: 'exit', code: 1 });
      expect(text(execution.stderr)).toMatch(/main\.lua:2: no/);
    });
    test('declares only differences that exist', () => {
      expect(Object.keys(differences).filter((key) => !met.has(key))).toEqual([]);
    });
  });
}

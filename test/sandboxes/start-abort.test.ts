import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimits, type Sandbox } from '../../src/ports/sandbox.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { luaRuntime, nodeRuntime, pythonRuntime } from './runtimes.ts';

let sandbox: Sandbox;
let mark = '';
beforeAll(async () => {
  sandbox = await openBubblewrapSandbox();
  // Shown to the sandbox, this folder's name is on the command line of every process of bwrap that is ours, orphans included.
  mark = mkdtempSync(join(tmpdir(), 'anneal-start-abort-'));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(mark, { recursive: true });
});

function ours(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

/** What is still there after a moment in which the kernel may bury it. */
async function leftOver(): Promise<string[]> {
  for (let round = 0; round < 200 && ours().length > 0; round += 1) await sleep(25);
  return ours();
}

test.each([
  ['a fork server', pythonRuntime, 1000],
  ['a program on its own', luaRuntime, 250],
  ['a program on standby', nodeRuntime, 250],
] as const)('the start of %s, cut short at any moment, leaves no process behind', async (_what, runtime, lastMs) => {
  const seen: number[] = [];
  for (let step = 0; step < 25; step += 1) {
    const abort = new AbortController();
    const opening = sandbox
      .open({ ...runtime, readOnlyPaths: [...runtime.readOnlyPaths, mark] }, { workers: 1, signal: abort.signal })
      .then(async (session) => {
        const running = session.run(
          {
            ...{ files: { main: 'while True: pass' }, main: 'main', args: [], stdin: '', wantsResult: false },
            limits: { ...defaultLimits, cpuSeconds: 5, wallSeconds: 5 },
          },
          { signal: abort.signal },
        );
        await running.catch(() => undefined);
        await session.close();
      });
    const over = opening.catch(() => undefined);
    await sleep((step * lastMs) / 24);
    seen.push(ours().length);
    abort.abort(new DOMException('cut short', 'AbortError'));
    await over;
    expect(await leftOver(), `cut short after ${Math.round((step * lastMs) / 24)} ms`).toEqual([]);
  }
  // Some of the moments were after the first process had begun.
  expect(Math.max(...seen)).toBeGreaterThan(0);
});

test('a start cut short while bwrap forks its first process leaves that one nowhere, on a machine with no processor to spare', async () => {
  const busy = Array.from({ length: 3 }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  try {
    // As many as there is time for, where the machine has no processor to spare anyway.
    const end = performance.now() + 40_000;
    for (let round = 0; round < 80 && performance.now() < end; round += 1) {
      const abort = new AbortController();
      const opening = sandbox.open(
        { ...nodeRuntime, readOnlyPaths: [...nodeRuntime.readOnlyPaths, mark] },
        { workers: 2, signal: abort.signal },
      );
      const over = opening.then((session) => session.close()).catch(() => undefined);
      const until = performance.now() + (round % 16);
      // A timer would fire too late to meet the moment.
      while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
      abort.abort(new DOMException('cut short', 'AbortError'));
      await over;
    }
    expect(await leftOver()).toEqual([]);
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
});

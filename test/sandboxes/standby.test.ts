import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Execution } from '../../src/domain/execution.ts';
import { defaultLimits, type RuntimeSpec, type Sandbox, type SandboxJob, type SandboxSession } from '../../src/ports/sandbox.ts';
import { findNodeRuntime } from '../../src/runtimes/find-node.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { ProcessCensus } from '../hostile/process-census.ts';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

const job = (program: string, more: Partial<SandboxJob> = {}): SandboxJob => ({
  files: { 'main.cjs': program, 'beside.txt': 'beside' },
  main: 'main.cjs',
  args: [],
  stdin: '',
  wantsResult: true,
  limits: { ...defaultLimits, wallSeconds: 30 },
  ...more,
});

describe('a session that keeps Node started', () => {
  let sandbox: Sandbox;
  let runtime: RuntimeSpec;
  let session: SandboxSession;
  beforeAll(async () => {
    [sandbox, { spec: runtime }] = await Promise.all([openBubblewrapSandbox(), findNodeRuntime()]);
    session = await sandbox.open(runtime, { workers: 1 });
    await session.run(job(''));
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  const about = `
    const fs = require('fs');
    const seen = {
      argv: process.argv.slice(1), cwd: process.cwd(), files: fs.readdirSync('.'), beside: fs.readFileSync('beside.txt', 'utf8'),
      stdin: fs.readFileSync(0, 'utf8'), main: require.main === module, path: __filename, before: globalThis.left ?? null,
      environment: Object.keys(process.env).sort(), leftFile: fs.existsSync('/tmp/left'),
    };
    globalThis.left = 1;
    fs.writeFileSync('/tmp/left', '');
    fs.writeSync(3, JSON.stringify(seen));
  `;

  test('gives a job all that a start of its own would', async () => {
    const given = { args: ['a', 'b'], stdin: 'input' };
    const first = await session.run(job(about, given));
    const second = await session.run(job(about, given));
    const alone = await sandbox.run(runtime, job(about, given));
    expect(JSON.parse(text(first.result))).toEqual({ ...JSON.parse(text(alone.result)), files: ['beside.txt'] });
    expect(text(second.result)).toBe(text(first.result));
  });

  test('counts neither the time nor the processor of waiting', async () => {
    await sleep(2200);
    const started = performance.now();
    const { termination, usage } = await session.run(job('process.stdout.write("x")'));
    expect(termination).toEqual({ type: 'exit', code: 0 });
    expect(usage.wallMs).toBeLessThanOrEqual(performance.now() - started);
    expect(usage.cpuMs).toBeLessThan(1000);
  });

  test('keeps the limits of each job', async () => {
    const ends = async (program: string, more: Partial<SandboxJob> = {}): Promise<Execution['termination']> =>
      (await session.run(job(program, more))).termination;
    expect(await ends('for (;;);')).toEqual({ type: 'limit', limit: 'cpu' });
    expect(await ends('process.stdout.write("x".repeat(1e6))')).toEqual({ type: 'limit', limit: 'output' });
    expect(await ends('const keep = []; for (;;) keep.push(Buffer.alloc(32 << 20, 1));')).toEqual({ type: 'limit', limit: 'memory' });
    expect(await ends('process.exit(4)')).toEqual({ type: 'exit', code: 4 });
    // Its own limit, not the half minute of those before it.
    const short = await session.run(job('setInterval(() => {}, 1000)', { limits: { ...defaultLimits, wallSeconds: 0.5 } }));
    expect(short.termination).toEqual({ type: 'limit', limit: 'wall' });
    expect(short.usage.wallMs).toBeLessThan(25_000);
  });

  test('runs in turn what it cannot keep started', async () => {
    const other = { files: { 'main.mjs': 'import fs from "node:fs"; fs.writeSync(1, "module");' }, main: 'main.mjs' };
    expect(text((await session.run(job('', other))).stdout)).toBe('module');
    expect(text((await session.run(job('console.log("again")', { wantsResult: false }))).stdout)).toBe('again\n');
    expect(text((await session.run(job('console.log("and again")'))).stdout)).toBe('and again\n');
  });

  test('passes on input that no pipe can hold', async () => {
    const stdin = 'x'.repeat(3_000_000);
    const seen = await session.run(job('console.log(require("fs").readFileSync(0).length)', { stdin }));
    expect(text(seen.stdout)).toBe('3000000\n');
  });

  test('can be cancelled and goes on', async () => {
    const controller = new AbortController();
    const running = session.run(job('for (;;);'), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 150);
    await expect(running).rejects.toThrow('enough');
    expect(text((await session.run(job('console.log(1)'))).stdout)).toBe('1\n');
  });

  test('leaves nothing behind when it is closed', async () => {
    await sleep(300);
    const census = new ProcessCensus();
    const other = await sandbox.open(runtime, { workers: 2 });
    await Promise.all([1, 2, 3, 4].map((n) => other.run(job(`console.log(${n})`))));
    await sleep(200);
    await other.close();
    expect(await census.leftovers(0)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Execution } from '../../src/domain/execution.ts';
import { defaultLimits, type RuntimeSpec, type Sandbox, type SandboxJob, type SandboxSession } from '../../src/ports/sandbox.ts';
import { findNodeRuntime } from '../../src/runtimes/find-node.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { luaRuntime, nodeRuntime, pythonRuntime } from '../sandboxes/runtimes.ts';
import { readReports, violations } from './judge.ts';
import { type HostileCase, hostileCases, programText } from './manifest.ts';
import { type Plant, plant } from './plant.ts';
import { ProcessCensus } from './process-census.ts';

const runtimes = { python: pythonRuntime, lua: luaRuntime, javascript: nodeRuntime };
const controls = { python: '00a', lua: '00b', javascript: '00c' };

const find = (id: string): HostileCase => {
  const entry = hostileCases.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no case ${id}`);
  return entry;
};

function jobOf(entry: HostileCase, planted: Plant): SandboxJob {
  return {
    files: { [entry.file]: programText(entry) },
    main: entry.file,
    args: planted.args,
    stdin: '',
    wantsResult: true,
    limits: entry.language === 'javascript' ? { ...defaultLimits, memoryBytes: 384 * 2 ** 20 } : defaultLimits,
  };
}

/** `standby`: processes that a session keeps for its next job. */
async function judge(entry: HostileCase, planted: Plant, run: (job: SandboxJob) => Promise<Execution>, standby = 0): Promise<string[]> {
  const census = new ProcessCensus();
  const rss = process.memoryUsage.rss();
  const started = performance.now();
  const execution = await run(jobOf(entry, planted));
  const wallMs = performance.now() - started;
  const supervisorGrowthMb = (process.memoryUsage.rss() - rss) / 2 ** 20;
  const found = violations(entry, { execution, census, wallMs, supervisorGrowthMb, leftovers: await census.leftovers(standby) }, planted);
  const control = await run(jobOf(find(controls[entry.language]), planted));
  if (!readReports(control).did.includes('answered: 45')) found.push(`the next run is not clean: ${JSON.stringify(control.termination)}`);
  return found;
}

/** Only programs of this kind are run by what is on standby. */
const withoutImports = (text: string): string =>
  text
    .replace(/^import (\w+|\{[^}]*\}) from (".*?");/gm, 'const $1 = require($2);')
    .replaceAll('import.meta.url', 'require("node:url").pathToFileURL(__filename).href');

const programs = hostileCases.filter((entry) => entry.kind !== 'candidate');

describe('hostile programs', () => {
  let sandbox: Sandbox;
  let planted: Plant;
  beforeAll(async () => {
    planted = await plant();
    sandbox = await openBubblewrapSandbox();
  });
  afterAll(async () => {
    await sandbox.close();
    await planted.remove();
  });

  describe('each in a sandbox of its own', () => {
    for (const entry of programs) {
      test(`${entry.id} ${entry.threat}`, async () => {
        expect(await judge(entry, planted, (job) => sandbox.run(runtimes[entry.language], job))).toEqual([]);
      });
    }
  });

  // Names that nothing counts; and memory, which is contained but sampled, so that its end may be called an exit.
  const weak = new Set(['15b', '08', '09', 'own-2']);
  test('without a launcher, too, but for what only a launcher sees', { timeout: 240_000 }, async () => {
    const weaker = await openBubblewrapSandbox({ launcherPython: null });
    for (const entry of programs.filter((one) => !weak.has(one.id) && one.language !== 'javascript')) {
      const found = await judge(entry, planted, (job) => weaker.run(runtimes[entry.language], job));
      expect([entry.id, ...found]).toEqual([entry.id]);
    }
  });

  for (const [language, runtime] of Object.entries(runtimes) as [keyof typeof runtimes, RuntimeSpec][]) {
    describe(`one after the other in a ${language} session`, () => {
      let session: SandboxSession;
      beforeAll(async () => {
        session = await sandbox.open(runtime, { workers: 1 });
      });
      afterAll(() => session.close());
      for (const entry of programs.filter((one) => one.language === language)) {
        test(`${entry.id} ${entry.threat}`, async () => {
          expect(await judge(entry, planted, (job) => session.run(job), 1)).toEqual([]);
        });
      }
    });
  }

  describe('one after the other in a session that keeps Node started', () => {
    let session: SandboxSession;
    beforeAll(async () => {
      const { spec } = await findNodeRuntime();
      session = await sandbox.open(spec, { workers: 1 });
    });
    afterAll(() => session.close());
    for (const entry of programs.filter((one) => one.language === 'javascript')) {
      test(`${entry.id} ${entry.threat}`, async () => {
        const onStandby = (job: SandboxJob) => {
          const [text] = Object.values(job.files);
          return session.run({ ...job, files: { 'main.cjs': withoutImports(String(text)) }, main: 'main.cjs' });
        };
        // The next job's first process and the Node that waits in it.
        expect(await judge(entry, planted, onStandby, 3)).toEqual([]);
      });
    }
  });
});

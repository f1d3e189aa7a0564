import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { AppError } from '../domain/app-error.ts';
import { createScriptedModel } from '../models/scripted/scripted-model.ts';
import { createRunService } from '../runs/run-service.ts';
import { createScriptedSandbox } from '../sandboxes/scripted/scripted-sandbox.ts';
import { openSqliteStore } from '../stores/kysely/open-sqlite-store.ts';
import type { Machine } from '../surfaces/http/machine.ts';
import { startService } from '../surfaces/http/start-service.ts';
import { benchAnswer, benchScript } from './bench-script.ts';
import { loadedLanguages } from './loaded-languages.ts';
import { type RunTools, recordedSearch } from './recorded-search.ts';
import { sha256, systemClock, systemRandom } from './system-clock.ts';

/** What the process that measures asks for, by message. */
export type BenchRequest =
  | { readonly id: number; readonly ask: 'figures' | 'stop' }
  | { readonly id: number; readonly ask: 'lock'; readonly ms: number };
export type BenchFigures = {
  /** Since the process began. */
  readonly cpuMs: number;
  readonly rssBytes: number;
  /** The longest time that the loop stood still since the last time this was asked. */
  readonly stallMs: number;
};
export type BenchReply = { readonly id: number; readonly port?: number; readonly figures?: BenchFigures };

/** Distance of the looks at the loop, which is no stall. */
const resolutionMs = 5;
const parallel = 8;

const notMeasured = async (): Promise<never> => {
  throw new AppError('not-found', 'This is not a part of what is measured.', 'Start the service itself: anneal serve');
};
const noMachine: Machine = {
  ...{ models: notMeasured, pullable: notMeasured, pull: notMeasured, remove: notMeasured, diagnose: notMeasured, measure: notMeasured },
  reports: { list: async () => [], find: async () => null, remove: async () => false },
};

/** The service on a real store and the real engine, with a scripted model and sandbox, in a process of its own. */
async function serve(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-bench-'));
  const file = join(folder, 'runs.db');
  const store = await openSqliteStore({ file });
  const languages = loadedLanguages();
  const language = await languages('lua');
  const model = createScriptedModel(benchScript);
  const sandbox = createScriptedSandbox({ answer: benchAnswer, workers: 2 });
  const runtime = {
    id: 'scripted',
    command: ['scripted'],
    readOnlyPaths: [],
    environment: {},
    hostsForkServer: false,
    memoryLimit: 'data',
  } as const;
  const profile = {
    ...{ recipes: ['chat' as const], testValidity: { value: 0, trials: 1 } },
    ...{ decides: false, repairs: false, maxTokens: 400 },
  };
  const runs = createRunService<RunTools>({
    ...{ store, clock: systemClock, random: systemRandom, owner: 'bench', search: recordedSearch },
    formatter: async () => (value) => language.formatValue(value),
    prepare: async () => {
      // One a run: it remembers what it was asked.
      const model = createScriptedModel(benchScript);
      const session = await sandbox.open(runtime);
      return {
        deps: {
          ...{ model, profile, language, session, level: sandbox.level, solvedExamples: [] },
          ...{ clock: systemClock, random: systemRandom, sha256, takeReplies: () => [] },
        },
        start: {
          ...{ language: 'lua' as const, profile, seed: 1, sandbox: { level: sandbox.level, missing: sandbox.missing } },
          model: { backend: 'scripted', id: model.id, demo: true },
        },
        warnings: [],
        close: () => session.close(),
      };
    },
  });
  const service = await startService({
    ...{ runs, language: languages, profiles: [], version: '0.0.0', host: '127.0.0.1', port: 0, parallel, mostQueued: 10_000 },
    defaults: {
      ...{ language: 'lua', candidates: 4, maxRounds: 1, testSamples: 0 },
      ...{ timeoutSeconds: 5, budgetSeconds: 600, temperature: 0.8 },
    },
    access: { token: null, onLoopback: true, hosts: [] },
    warn: (line) => process.stderr.write(`${line}\n`),
    countTokens: async (text) => text.length,
    model: { id: async () => model.id, take: async () => ({ model, giveBack: async () => {} }) },
    retention: { maxRuns: 2000 },
    machine: noMachine,
  });
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  loop.enable();
  const figures = (): BenchFigures => {
    const { user, system } = process.cpuUsage();
    const stallMs = Math.max(0, loop.max / 1e6 - resolutionMs);
    loop.reset();
    return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss(), stallMs };
  };
  const stop = async (): Promise<void> => {
    await service.close();
    await runs.close();
    await store.close();
    await rm(folder, { recursive: true });
    process.disconnect();
  };
  process.on('message', (request: BenchRequest) => {
    if (request.ask === 'figures') process.send?.({ id: request.id, figures: figures() } satisfies BenchReply);
    else if (request.ask === 'lock') lock(file, request.ms).then(() => process.send?.({ id: request.id }));
    else stop().then(() => process.exit(0));
  });
  // Without the process that measures there is nobody to serve.
  process.on('disconnect', () => process.exit(0));
  process.send?.({ id: 0, port: service.port } satisfies BenchReply);
}

/** Another connection holds the store's write lock for a while, as another process of Anneal may. */
async function lock(file: string, ms: number): Promise<void> {
  const code = `
    const { workerData } = require('node:worker_threads');
    const Database = require('libsql');
    const db = new Database(workerData.file, { timeout: 5000 });
    db.exec('begin immediate');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms);
    db.exec('rollback');
    db.close();`;
  const worker = new Worker(code, { eval: true, workerData: { file, ms } });
  await new Promise<void>((resolve, reject) => worker.once('exit', () => resolve()).once('error', reject));
}

await serve();

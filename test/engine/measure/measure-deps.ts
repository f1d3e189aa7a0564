import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelMeasurement } from '../../../src/domain/model-measurement.ts';
import type { ModelProfile } from '../../../src/domain/model-profile.ts';
import type { EngineDeps } from '../../../src/engine/engine-deps.ts';
import { type MeasureOptions, type MeasureStep, measureModel } from '../../../src/engine/measure/measure-model.ts';
import { loadPython } from '../../../src/languages/python/python-language.ts';
import type { SolvedExample } from '../../../src/ports/language.ts';
import type { Model } from '../../../src/ports/model.ts';
import { findPythonRuntime } from '../../../src/runtimes/find-python.ts';
import { chooseSandbox } from '../../../src/sandboxes/choose-sandbox.ts';

export const assumed: ModelProfile = {
  recipes: ['chat'],
  testValidity: { value: 0.5, trials: 0 },
  decides: false,
  repairs: true,
  maxTokens: 400,
};

export type MeasureBench = Pick<EngineDeps, 'language' | 'session' | 'level'> & { readonly close: () => Promise<void> };

/** Python with a real sandbox. */
export async function openMeasureBench(): Promise<MeasureBench> {
  const [language, { spec }, sandbox] = await Promise.all([loadPython(), findPythonRuntime({}), chooseSandbox()]);
  const session = await sandbox.open(spec);
  return {
    language,
    session,
    level: sandbox.level,
    close: async () => {
      await session.close();
      await sandbox.close();
    },
  };
}

export const solved: readonly SolvedExample[] = [
  { request: 'Add two numbers', code: 'def add(a, b):\n    return a + b', checks: ['add(1, 2) == 3'] },
  { request: 'Double x', code: 'def double(x):\n    return 2 * x', checks: ['double(2) == 4'] },
];

export async function measured(
  bench: MeasureBench,
  model: Model,
  options: MeasureOptions = {},
  profile: ModelProfile = assumed,
  solvedExamples: readonly SolvedExample[] = solved,
): Promise<{ measurement: ModelMeasurement; steps: readonly MeasureStep[] }> {
  const deps: EngineDeps = {
    model,
    profile,
    language: bench.language,
    session: bench.session,
    level: bench.level,
    solvedExamples,
    clock: { now: () => Date.now(), sleep: (ms, { signal } = {}) => sleep(ms, undefined, signal === undefined ? {} : { signal }) },
    random: { hex: (bytes) => randomBytes(bytes).toString('hex'), seed: () => 7 },
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
  const steps: MeasureStep[] = [];
  for await (const step of measureModel(deps, options)) {
    if ('v' in step) return { measurement: step, steps };
    steps.push(step);
  }
  throw new Error('the measurement ended without a result');
}

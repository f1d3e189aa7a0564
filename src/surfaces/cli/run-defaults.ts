import type { EffectiveSettings } from '../../config/load-settings.ts';
import type { RunDefaults } from '../to-run-request.ts';

/** CPU seconds: one of the demo's candidates hangs, and nobody should wait for it. */
const demoTimeoutSeconds = 0.5;

/** What runs get where their request says nothing, by the settings. */
export function defaultsFrom({ values, sources }: EffectiveSettings): RunDefaults {
  const isDemo = values.backend === 'mock';
  return {
    language: values.language,
    candidates: values.nCandidates,
    maxRounds: values.maxIters,
    testSamples: values.nTests,
    timeoutSeconds: isDemo && sources.timeout.layer !== 'flag' ? demoTimeoutSeconds : values.timeout,
    budgetSeconds: values.budgetSeconds,
    ...(values.budgetTokens === null ? {} : { budgetTokens: values.budgetTokens }),
    ...(values.seed === null ? {} : { seed: values.seed }),
    temperature: values.temperature,
  };
}

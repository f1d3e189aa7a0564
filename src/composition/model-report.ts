import type { EffectiveSettings } from '../config/load-settings.ts';
import type { CostEstimate } from '../domain/model-price.ts';
import { runRequestSchema } from '../domain/run-request.ts';
import { findingsOf } from '../engine/measure/findings.ts';
import { profileFrom } from '../engine/measure/profile-from.ts';
import type { CliDeps, ModelDeps } from '../surfaces/cli/cli-deps.ts';
import { chooseModel } from './choose-model.ts';
import type { MeasuredProfiles } from './measured-profiles.ts';
import { createModelShelf } from './model-shelf.ts';
import { prepareWith } from './open-runs.ts';

type Parts = Pick<CliDeps, 'backend' | 'language' | 'runtime' | 'sandbox' | 'defaultEmbeddedModel'> & {
  readonly measured: () => Promise<MeasuredProfiles>;
  readonly signal: AbortSignal;
};

/** As long as requests commonly are: a sentence or two. */
const usualTask = 'Parse a duration such as "1h30m", "45s" or "2d" into seconds. Raise ValueError on anything else.';

const estimated = ({ least, most }: CostEstimate) => ({ least, most });

/** What the command line asks about models: which one would be taken, what is known of it, and how it is measured. */
export function modelReports(parts: Parts): ModelDeps {
  return {
    choice: async ({ values }: EffectiveSettings) => {
      const deps = {
        provider: (backend: string) => parts.backend(backend, values),
        defaultEmbeddedModel: parts.defaultEmbeddedModel,
        signal: parts.signal,
      };
      const { provider, name, why, whySaid, expectation, expectationSaid, warnings } = await chooseModel(values, deps);
      const { priceOf, estimateCost } = await import('./cost.ts');
      const { shippedProfile } = await import('../models/shipped-profiles.ts');
      const id = `${provider.backend}:${name}`;
      const profile = shippedProfile(provider.backend, name);
      const isMeasured = (await (await parts.measured()).all()).some(({ model }) => model === id);
      const { price, warnings: ofPrice } = await priceOf({ id, backend: provider.backend }, values);
      const usual = runRequestSchema.parse({ task: usualTask, candidates: values.nCandidates, maxRounds: values.maxIters });
      const listing =
        provider.backend === 'mock' ? undefined : (await provider.list({ signal: parts.signal })).find((one) => one.name === name);
      return {
        backend: provider.backend,
        model: name,
        why,
        whySaid,
        present: listing?.present ?? null,
        bytes: listing?.bytes ?? null,
        expectation: expectation ?? null,
        expectationSaid: expectationSaid ?? [],
        known: provider.backend === 'mock' ? 'demo' : isMeasured ? 'measured' : profile.testValidity.trials > 0 ? 'shipped' : 'assumed',
        cost: price === null ? null : { ...estimated(estimateCost(usual, profile, price)), source: price.source },
        warnings: [...warnings, ...ofPrice],
      };
    },
    openForMeasuring: async (options, language, signal) => {
      // An earlier measurement must not colour the next one.
      const unmeasured = { ...(await parts.measured()), find: async () => null };
      const prepare = prepareWith(parts, options, createModelShelf(false), unmeasured);
      const request = runRequestSchema.parse({ task: 'measure the model', language });
      const { deps, close, warnings } = await prepare(request, signal, null);
      return { deps, close, warnings };
    },
    measured: {
      find: async (model, fingerprint) => (await parts.measured()).find(model, fingerprint),
      findings: async () => {
        const { shippedProfile } = await import('../models/shipped-profiles.ts');
        return (await (await parts.measured()).all()).map((measurement) => ({
          measurement,
          // The demo alone has a profile by its backend, and it is never measured.
          findings: findingsOf(measurement, profileFrom(measurement, shippedProfile('', measurement.model))),
        }));
      },
      save: async (measurement) => (await parts.measured()).save(measurement),
    },
  };
}

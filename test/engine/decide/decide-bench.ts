import { createHash } from 'node:crypto';
import type { NamingDeps } from '../../../src/engine/decide/decide-deps.ts';
import type { FiledSkill } from '../../../src/engine/decide/skill-tree.ts';
import { jsonIn } from '../../../src/languages/extraction/extract-json.ts';
import { createScriptedModel, type DecisionRequest, type Script, type ScriptedModel } from '../../../src/models/scripted/scripted-model.ts';

/** A model that decides by script and shows probabilities, unless the script says that it cannot. */
export const deciding = (decide: NonNullable<Script['decide']>, script: Partial<Script> = {}): ScriptedModel =>
  createScriptedModel({ replies: () => '', decide, ...script, capabilities: { logprobs: true, ...script.capabilities } });

export function decideDeps(model: NamingDeps['model'], decides = true): NamingDeps {
  let ids = 0;
  return {
    model,
    profile: { decides },
    clock: { now: () => 1000, sleep: async () => {} },
    random: {
      hex: () => {
        ids += 1;
        return `id${ids}`;
      },
      seed: () => 1,
    },
    jsonIn,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
}

/** Weights by what an option says, wherever it stands. */
export const byDescription = (weights: Readonly<Record<string, number>>) => (request: DecisionRequest) =>
  request.options.map(({ description }) => Object.entries(weights).find(([part]) => description.includes(part))?.[1] ?? 0.001);

export const skill = (name: string, category: string, description: string, signature: string | null = null): FiledSkill => ({
  name,
  category,
  description,
  signature,
});

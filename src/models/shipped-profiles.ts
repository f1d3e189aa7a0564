import type { ModelProfile } from '../domain/model-profile.ts';

/** What is assumed of a model that nobody has measured: an instruction-tuned code model of a few billion parameters. */
const unmeasured: ModelProfile = {
  recipes: ['chat'],
  testValidity: { value: 0.5, trials: 0 },
  decides: false,
  repairs: true,
  maxTokens: 1024,
};

/**
 * Measured on 36 first tasks and 30 free-text tests: prompt form decides everything, two forms solve partly other tasks, and its
 * tests are wrong.
 */
const smollm2: ModelProfile = {
  recipes: ['chat-prefill-examples', 'completion-examples', 'chat'],
  testValidity: { value: 0.03, trials: 30 },
  decides: false,
  repairs: false,
  maxTokens: 80,
};

/** A base model without a chat template: it continues text. */
const gemmaBase: ModelProfile = { ...smollm2, recipes: ['completion-examples'], testValidity: { value: 0.03, trials: 30 } };

/**
 * Instruction-tuned code models follow a chat turn from the smallest on; how right their tests are grows with their size. The
 * shares are assumptions until `anneal doctor --full` has measured them, which `trials: 0` says.
 */
const coderSizes: readonly (readonly [RegExp, number])[] = [
  [/[-:]0\.5b/i, 0.25],
  [/[-:]1\.5b/i, 0.4],
  [/[-:]3b/i, 0.5],
  [/[-:](14|32)b/i, 0.75],
  [/./, 0.65],
];

function qwenCoder(name: string): ModelProfile {
  const validity = coderSizes.find(([size]) => size.test(name))?.[1] ?? 0.5;
  return { ...unmeasured, recipes: ['chat', 'chat-prefill-examples'], testValidity: { value: validity, trials: 0 } };
}

const demo: ModelProfile = { recipes: ['chat'], testValidity: { value: 0.7, trials: 0 }, decides: false, repairs: true, maxTokens: 1024 };

/** The shipped profile of a model by backend and name; a cautious default for unknown ones. */
export function shippedProfile(backend: string, name: string): ModelProfile {
  if (backend === 'mock') return demo;
  if (/smollm2?[-_]?135m|smollm2|smol\.gguf/i.test(name)) return smollm2;
  if (/gemma-?3[-_]270m(?!.*(it|instruct))/i.test(name)) return gemmaBase;
  if (/qwen2\.5-coder/i.test(name)) return qwenCoder(name);
  return unmeasured;
}

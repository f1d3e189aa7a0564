import { refusal } from './openai-error.ts';

type Rule = { readonly isHarmless: (value: unknown) => boolean; readonly why: string };

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const only =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const never = (): boolean => false;

/** Fields of the protocol that would change an answer and are not honoured: each with the values that ask for nothing. */
const rules: Readonly<Record<string, Rule>> = {
  n: {
    isHarmless: only(1),
    why: 'one answer is given, the program that the candidates agree on; "anneal": {"candidates": N} sets how many are compared',
  },
  top_p: { isHarmless: only(1), why: 'candidates are sampled by temperature alone' },
  presence_penalty: { isHarmless: only(0), why: 'there are no penalties' },
  frequency_penalty: { isHarmless: only(0), why: 'there are no penalties' },
  logit_bias: { isHarmless: isEmpty, why: 'tokens cannot be weighted' },
  logprobs: { isHarmless: only(false), why: 'an answer is made of several replies and has no log probabilities' },
  top_logprobs: { isHarmless: only(0), why: 'an answer is made of several replies and has no log probabilities' },
  tools: { isHarmless: isEmpty, why: 'tools are not called' },
  functions: { isHarmless: isEmpty, why: 'tools are not called' },
  tool_choice: { isHarmless: only('none', 'auto'), why: 'tools are not called' },
  function_call: { isHarmless: only('none', 'auto'), why: 'tools are not called' },
  // Without tools it says nothing.
  parallel_tool_calls: { isHarmless: (value) => typeof value === 'boolean', why: 'tools are not called' },
  modalities: { isHarmless: (value) => JSON.stringify(value) === '["text"]', why: 'answers are text' },
  audio: { isHarmless: never, why: 'answers are text' },
  prediction: { isHarmless: never, why: 'a predicted text is not used' },
  moderation: { isHarmless: never, why: 'nothing is moderated' },
  web_search_options: { isHarmless: never, why: 'nothing is looked up' },
  reasoning_effort: { isHarmless: only('none'), why: 'the model’s reasoning cannot be set' },
  verbosity: { isHarmless: only('medium'), why: 'the length of answers cannot be set' },
  store: { isHarmless: only(false), why: 'runs are kept under /api/runs, not as stored completions' },
  service_tier: { isHarmless: only('auto', 'default'), why: 'there is one tier' },
};

/** Read elsewhere. */
const honoured = new Set([
  ...['model', 'messages', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens'],
  ...['temperature', 'stop', 'seed', 'response_format', 'anneal'],
]);

/** Labels of a request: they ask for nothing in its answer. */
const labels = new Set([
  ...['user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'],
]);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Throws for the first field that would have to be ignored. */
export function refuseUnsupported(input: Readonly<Record<string, unknown>>): void {
  const callsNone = input.tool_choice === 'none' || input.function_call === 'none';
  for (const [name, value] of Object.entries(input)) {
    if (isAbsent(value) || honoured.has(name) || labels.has(name)) continue;
    const rule = rules[name];
    if (rule === undefined) throw refusal(name.slice(0, 100), 'is not a field that is known here', 'leave it out');
    if (rule.isHarmless(value) || (callsNone && (name === 'tools' || name === 'functions'))) continue;
    throw refusal(name, `is not supported: ${rule.why}`, 'leave it out');
  }
}

export const withoutEffect = (input: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(input).filter((name) => labels.has(name) && !isAbsent(input[name]));

import type { PromptForm } from '../../ports/model.ts';
import type { ServerDialect } from './openai-request.ts';
import type { ServerKind } from './server-kind.ts';

/**
 * What a kind of server is declared to do; what can be measured (schema, grammar, logprobs, llama-server's prefill) is
 * measured when a model is opened and is not here.
 */
export type ServerHabits = {
  /** For messages. */
  readonly title: string;
  readonly dialect: ServerDialect;
  /** Whether a trailing assistant message goes on; `ask`: the server renders a prompt, and that shows it. */
  readonly prefill: 'yes' | 'no' | 'ask';
  readonly completions: boolean;
  /** `n` is honoured: samples of one call, with seeds that count up from the first; null: as many as there are slots. */
  readonly samplesPerCall: number | null;
  /** Fixed ones are not asked for by canaries: the server is metered and known. */
  readonly fixed: { readonly jsonSchema: boolean; readonly logprobs: boolean } | null;
  readonly concurrency: number;
};

const plain: ServerDialect = { templateArguments: false, continueField: false, grammarField: null, minP: false, repeatPenalty: false };

const habits: Readonly<Record<ServerKind, ServerHabits>> = {
  'llama-server': {
    title: 'llama-server',
    dialect: { ...plain, templateArguments: true, grammarField: 'grammar', minP: true },
    prefill: 'ask',
    completions: true,
    samplesPerCall: null,
    fixed: null,
    concurrency: 4,
  },
  vllm: {
    title: 'vLLM',
    dialect: { ...plain, templateArguments: true, continueField: true, grammarField: 'structured_outputs', minP: true },
    prefill: 'yes',
    completions: true,
    samplesPerCall: 16,
    fixed: null,
    concurrency: 16,
  },
  'lm-studio': {
    title: 'LM Studio',
    dialect: { ...plain, minP: true, repeatPenalty: true },
    prefill: 'no',
    completions: true,
    samplesPerCall: 1,
    fixed: null,
    concurrency: 4,
  },
  ollama: { title: 'Ollama', dialect: plain, prefill: 'no', completions: false, samplesPerCall: 1, fixed: null, concurrency: 4 },
  openai: {
    title: 'the OpenAI API',
    dialect: plain,
    prefill: 'no',
    completions: false,
    samplesPerCall: 8,
    fixed: { jsonSchema: true, logprobs: true },
    concurrency: 8,
  },
  unknown: {
    title: 'the server',
    dialect: { ...plain, grammarField: 'grammar' },
    prefill: 'no',
    completions: false,
    samplesPerCall: 1,
    fixed: null,
    concurrency: 4,
  },
};

export const habitsOf = (kind: ServerKind): ServerHabits => habits[kind];

export function formsOf(kind: ServerKind, prefill: boolean): readonly PromptForm[] {
  return ['chat', ...(prefill ? (['chat-prefill'] as const) : []), ...(habits[kind].completions ? (['completion'] as const) : [])];
}

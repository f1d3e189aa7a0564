import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart, CompletionRequest, Decision, Model, ModelCapabilities, Option } from '../../ports/model.ts';
import { abortableSleep } from '../abortable-sleep.ts';
import { estimateTextTokens, estimateTokens } from '../estimate-tokens.ts';
import { runSamples } from '../run-samples.ts';
import { createStopMatcher } from '../stop-rules.ts';
import { createReplyChooser, type ScriptedReply, type ScriptedRule } from './reply-chooser.ts';

export type DecisionRequest = { readonly prompt: string; readonly options: readonly Option<string>[] };

export type Script = {
  /** Default `scripted:test`; the part before the colon is the backend. */
  readonly id?: string;
  readonly capabilities?: Partial<ModelCapabilities>;
  /** The first rule that fits a request supplies its samples. A function may look at the request and sample itself. */
  readonly replies: readonly ScriptedRule[] | ((request: CompletionRequest, at: SampleAt) => ScriptedReply);
  /** Decisions in order, or by request: an option's id, or one probability an option. Default: the first option, uncalibrated. */
  readonly decide?: (request: DecisionRequest, call: number) => string | readonly number[];
  /** Warnings that every `complete` begins with. */
  readonly warnings?: readonly { readonly feature: string; readonly detail: string }[];
};

/** `sample`: index in the request; `call`: index of the `complete` call; `count`: samples made by this model before. */
export type SampleAt = { readonly sample: number; readonly seed: number; readonly call: number; readonly count: number };

/** A `Model` that replies by script, and remembers what it was asked. */
export type ScriptedModel = Model & {
  readonly requests: readonly CompletionRequest[];
  readonly decisions: readonly DecisionRequest[];
  readonly closed: boolean;
};

const defaultCapabilities: ModelCapabilities = {
  jsonSchema: true,
  grammar: false,
  logprobs: false,
  seed: true,
  samplesInOneCall: true,
  contextTokens: 4096,
  promptForms: ['chat', 'chat-prefill', 'completion'],
};

/** For tests, and the base of the demo model. Deterministic: the same calls give the same parts. */
export function createScriptedModel(script: Script): ScriptedModel {
  const id = script.id ?? 'scripted:test';
  const capabilities = { ...defaultCapabilities, ...script.capabilities };
  const requests: CompletionRequest[] = [];
  const decisions: DecisionRequest[] = [];
  const choose = typeof script.replies === 'function' ? script.replies : createReplyChooser(script.replies);
  let count = 0;
  let closed = false;

  async function* complete(request: CompletionRequest, options: Abortable = {}): AsyncIterable<CompletionPart> {
    options.signal?.throwIfAborted();
    const call = requests.push(request) - 1;
    for (const warning of script.warnings ?? []) yield { type: 'warning', warning };
    yield* unsupported(request, capabilities);
    const replies = request.seeds.map((seed, sample) => {
      const reply = choose(request, { sample, seed, call, count });
      count += 1;
      return typeof reply === 'string' ? { text: reply } : reply;
    });
    const promptTokens = estimateTokens(request.messages) + estimateTextTokens(request.prefill ?? '');
    yield* runSamples(
      replies.length,
      async (sample, emit, signal) => {
        const reply = replies[sample];
        if (reply === undefined) return;
        if (reply.delayMs !== undefined) await abortableSleep(reply.delayMs, signal);
        await streamReply(reply, sample, request, promptTokens, emit, signal);
      },
      options.signal,
    );
  }

  return {
    id,
    backend: id.slice(0, id.indexOf(':')),
    capabilities,
    requests,
    decisions,
    get closed() {
      return closed;
    },
    async countTokens(messages, options = {}) {
      options.signal?.throwIfAborted();
      return estimateTokens(messages);
    },
    complete,
    async decide(request, options = {}) {
      options.signal?.throwIfAborted();
      const call = decisions.push(request) - 1;
      return toDecision(request.options, script.decide?.(request, call) ?? request.options[0]?.id ?? '');
    },
    async close() {
      closed = true;
    },
  };
}

function* unsupported(request: CompletionRequest, capabilities: ModelCapabilities): Generator<CompletionPart> {
  const warn = (feature: string, detail: string): CompletionPart => ({ type: 'warning', warning: { feature, detail } });
  if (request.jsonSchema !== undefined && !capabilities.jsonSchema) yield warn('json-schema', 'This model cannot be held to a schema.');
  if (request.grammar !== undefined && !capabilities.grammar) yield warn('grammar', 'This model cannot be held to a grammar.');
  if (!capabilities.promptForms.includes(request.form)) yield warn('prompt-form', `This model does not take the form ${request.form}.`);
}

async function streamReply(
  reply: Exclude<ScriptedReply, string>,
  sample: number,
  request: CompletionRequest,
  promptTokens: number,
  emit: (part: CompletionPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const matcher = createStopMatcher(request.stop, { precededBy: request.prefill ?? '' });
  let text = '';
  let tokens = 0;
  let finish = reply.finish ?? 'stop';
  const add = (piece: string): void => {
    if (piece === '') return;
    emit({ type: 'text-delta', sample, offset: text.length, text: piece });
    text += piece;
  };
  for (const token of reply.text.match(/\s*\S{1,6}|\s+/gu) ?? []) {
    signal.throwIfAborted();
    if (tokens === request.maxTokens) {
      finish = 'length';
      break;
    }
    tokens += 1;
    if (reply.tokenMs !== undefined) await abortableSleep(reply.tokenMs, signal);
    const { text: piece, stopped } = matcher.push(token);
    add(piece);
    if (stopped) {
      finish = 'stop';
      break;
    }
  }
  add(matcher.flush());
  if (reply.failure !== undefined) throw reply.failure;
  const logprob = reply.logprob === undefined ? {} : { logprob: reply.logprob };
  emit({ type: 'sample-end', sample, text, finish, usage: { promptTokens, completionTokens: tokens }, ...logprob });
}

function toDecision<C extends string>(options: readonly Option<C>[], chosen: string | readonly number[]): Decision<C> {
  const weights =
    typeof chosen === 'string' ? options.map(({ id }) => (id === chosen ? 1 : 0)) : options.map((_, index) => chosen[index] ?? 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const best = options[weights.indexOf(Math.max(...weights))];
  if (best === undefined || total <= 0) throw new Error(`The script chose ${JSON.stringify(chosen)}, which is no option.`);
  const calibrated = typeof chosen !== 'string';
  return {
    choice: best.id,
    probabilities: options.map(({ id }, index) => ({ id, probability: (weights[index] ?? 0) / total })),
    labelMass: calibrated ? Math.min(1, total) : null,
    calibrated,
  };
}

import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { Model } from '../../ports/model.ts';
import { createAdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isLoopback } from '../http/loopback.ts';
import { defaultRetryPolicy } from '../http/with-retries.ts';
import { createServedModel, formWarning } from '../served/served-model.ts';
import { measureServer } from './canaries.ts';
import { decideByTopLogprobs } from './decide.ts';
import { continuesAnswers, countTokens } from './llama-server-prompt.ts';
import { ollamaContext } from './ollama-context.ts';
import { type ErrorPlace, incomplete, isRefusal, modelMissing, toAppError, writesNoText } from './openai-errors.ts';
import type { OpenAiOptions } from './openai-options.ts';
import { createOpenAiFields, type OpenAiSetup } from './openai-request.ts';
import { formsOf, habitsOf, type ServerHabits } from './server-habits.ts';
import type { ListedModel, ServerFacts } from './server-kind.ts';
import { streamFromOpenAi } from './stream-choices.ts';

export type FoundServer = {
  readonly client: JsonClient;
  readonly api: string;
  readonly root: URL;
  readonly facts: ServerFacts;
  /** Found while connecting; told with the first request. */
  readonly warnings: readonly Warning[];
};

/** What a run needs at most where nobody says how much the model takes. */
const assumedContextTokens = 8192;

/** Settles what all requests to the model share, by what the server says and does. `client` becomes the model's own. */
export async function openOpenAiModel(
  server: FoundServer,
  asked: string,
  place: ErrorPlace,
  options: OpenAiOptions,
  signal: AbortSignal | undefined,
): Promise<Model> {
  const { client, api, facts } = server;
  const habits = habitsOf(facts.kind);
  const { listed, warning } = listedModel(facts, asked, place);
  if (listed !== null && !listed.writesText) throw writesNoText(asked, place.address);
  const name = listed?.name ?? asked;
  const retries = options.retries ?? defaultRetryPolicy;
  const unmeasured: OpenAiSetup = {
    name,
    api,
    dialect: habits.dialect,
    logprobs: false,
    jsonSchema: false,
    grammar: false,
    prefill: false,
    fields: createOpenAiFields(),
  };
  const measured = habits.fixed === null ? await measureServer(client, unmeasured, retries, signal) : { ...habits.fixed, grammar: false };
  const prefill = habits.prefill === 'ask' ? await continuesAnswers(client, signal) : habits.prefill === 'yes';
  const setup: OpenAiSetup = { ...unmeasured, ...measured, prefill };
  // Measuring has loaded the model.
  const contextTokens = listed?.contextTokens ?? (facts.kind === 'ollama' ? await ollamaContext(client, name, signal) : null);
  const samplesPerCall = habits.samplesPerCall ?? Math.max(1, facts.slots ?? 1);
  const capabilities = {
    jsonSchema: measured.jsonSchema,
    grammar: measured.grammar,
    logprobs: measured.logprobs,
    seed: true,
    samplesInOneCall: samplesPerCall > 1,
    contextTokens: contextTokens ?? assumedContextTokens,
    promptForms: formsOf(facts.kind, prefill),
  };
  const concurrency = options.maxConcurrency ?? facts.slots ?? habits.concurrency;
  const limiter = createAdaptiveLimiter({ initial: Math.min(2, concurrency), max: concurrency });
  return createServedModel({
    backend: 'openai',
    name,
    address: place.address,
    ...(typeof listed?.fingerprint === 'string' ? { fingerprint: listed.fingerprint } : {}),
    server: habits.title,
    capabilities,
    contextTokens,
    warnings: [...server.warnings, ...(warning === null ? [] : [warning]), ...habitWarnings(server, habits, place, contextTokens)],
    limiter,
    retries,
    slowAfterMs: options.slowAfterMs ?? 10_000,
    samplesPerCall,
    stream: streamFromOpenAi(client, setup),
    decide: (request, at) => decideByTopLogprobs({ client, setup, limiter, retries }, request, at),
    isRefusal,
    explain: (error, promptTokens) => toAppError(error, { ...place, name }, { contextTokens, promptTokens }),
    incomplete: (detail, cause) => incomplete({ ...place, name }, detail, cause),
    unsupported: (request) => [
      ...(request.jsonSchema === undefined || measured.jsonSchema
        ? []
        : [warned('json-schema', say('no-schema', { server: habits.title }))]),
      ...(request.grammar === undefined || measured.grammar ? [] : [warned('grammar', say('no-grammar', { server: habits.title }))]),
      ...formWarning(request, capabilities),
    ],
    ...(facts.kind === 'llama-server' ? { countTokens: (messages, at) => countTokens(client, messages, at) } : {}),
    close: () => client.close(),
  });
}

/** The model of that name. llama-server answers with the one that it has, whatever name is asked for. */
function listedModel(
  { kind, models }: ServerFacts,
  name: string,
  place: ErrorPlace,
): { readonly listed: ListedModel | null; readonly warning: Warning | null } {
  if (models === null || models.length === 0) return { listed: null, warning: null };
  // Ollama takes a name without a tag for the latest.
  const found = models.find((model) => model.name === name) ?? models.find((model) => model.name === `${name}:latest`);
  if (found !== undefined) return { listed: found, warning: null };
  const [only] = models;
  if (kind === 'llama-server' && models.length === 1 && only !== undefined) {
    return {
      listed: only,
      warning: warned('model', say('other-model', { has: only.name, asked: name })),
    };
  }
  throw modelMissing(
    place,
    models.filter(({ writesText }) => writesText).map((model) => model.name),
  );
}

function habitWarnings({ facts, root }: FoundServer, habits: ServerHabits, place: ErrorPlace, contextTokens: number | null): Warning[] {
  const warnings: Warning[] = [];
  if (facts.kind === 'ollama') {
    warnings.push(warned('backend', say('ollama-by-openai', { address: root.origin })));
  } else if (contextTokens === null && facts.kind !== 'openai') {
    warnings.push(warned('context', say('context-assumed', { server: habits.title, tokens: assumedContextTokens })));
  }
  if (place.apiKey !== undefined && root.protocol === 'http:' && !isLoopback(root)) {
    warnings.push(warned('api-key', say('key-unencrypted', { variable: place.apiKey.variable })));
  }
  return warnings;
}

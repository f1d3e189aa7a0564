import { say, warned } from '../../domain/said.ts';
import { BrokenStreamError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { fitsJsonSchema } from '../json-schema-check.ts';
import { createSampleAssembly, type SampleAssembly } from '../served/sample-assembly.ts';
import type { SampleCall, SampleEvents, StreamSamples } from '../served/streamed-sample.ts';
import { contextError } from './context-error.ts';
import { type OpenAiSetup, sampleCall } from './openai-request.ts';
import { readChunk } from './openai-wire.ts';

/** The statistics come after the last choice's end; a server that then says nothing more is not waited for. */
const statisticsMs = 2000;

/** Streams the samples of one call; `n` only where several are asked for. What the server refuses by name is left out. */
export function streamFromOpenAi(client: JsonClient, setup: OpenAiSetup): StreamSamples {
  const stream: StreamSamples = async (call, on, signal) => {
    // A server that turned out to refuse `n` is asked for one at a time.
    if (call.samples.length > 1 && setup.fields.refused('n')) return await oneByOne(call, on, signal);
    let maxTokens = call.request.maxTokens;
    for (;;) {
      const { path, body } = sampleCall(setup, call, maxTokens);
      try {
        await streamOnce(client, path, body, call, on, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const size = contextError(error);
        if (size !== null) {
          const room = size.contextTokens === null || size.promptTokens === null ? 0 : size.contextTokens - size.promptTokens;
          if (room <= 0 || room >= maxTokens) throw error;
          on.warn(warned('max-tokens', say('context-leaves', { room, wanted: maxTokens })));
          maxTokens = room;
          continue;
        }
        if (!setup.fields.learn(error, body)) throw error;
        for (const warning of setup.fields.takeWarnings()) on.warn(warning);
        if (call.samples.length > 1 && setup.fields.refused('n')) return await oneByOne(call, on, signal);
      }
    }
  };
  const oneByOne = async (call: SampleCall, on: SampleEvents, signal: AbortSignal): Promise<void> => {
    for (const sample of call.samples) {
      await stream({ ...call, samples: [sample], seed: call.request.seeds[sample] ?? null }, on, signal);
    }
  };
  return stream;
}

type OpenChoice = {
  readonly sample: number;
  readonly assembly: SampleAssembly;
  reason: 'stop' | 'length' | null;
  thoughts: string;
  spoke: boolean;
  ended: boolean;
};

async function streamOnce(
  client: JsonClient,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { request, samples }: SampleCall,
  on: SampleEvents,
  signal: AbortSignal,
): Promise<void> {
  const choices: OpenChoice[] = samples.map((sample) => ({
    sample,
    assembly: createSampleAssembly(request, (piece, offset) => on.text(sample, piece, offset)),
    reason: null,
    thoughts: '',
    spoke: false,
    ended: false,
  }));
  let promptTokens: number | null = null;
  let completionTokens: number | null = null;
  /** `by` us: a stop rule or the limit was met here, and the server was not waited for. */
  const end = (choice: OpenChoice, reason: 'stop' | 'length', by: 'us' | 'server'): void => {
    if (choice.ended) return;
    choice.ended = true;
    const finished = choice.assembly.finish({
      reason,
      promptTokens,
      // The count of a call with several samples is that of all, or of one, depending on the server.
      completionTokens: samples.length === 1 ? completionTokens : null,
    });
    // Nothing told how it ended: a fence without its end is what the limit leaves.
    const cut = by === 'server' && choice.reason === null && completionTokens === null && endsInFence(finished.text);
    // Some servers put the JSON of a schema call where thoughts belong.
    const misplaced =
      request.jsonSchema !== undefined && finished.text.trim() === '' && fitsJsonSchema(choice.thoughts.trim(), request.jsonSchema);
    if (misplaced) on.text(choice.sample, choice.thoughts.trim(), 0);
    on.end(choice.sample, {
      ...finished,
      ...(misplaced ? { text: choice.thoughts.trim() } : {}),
      ...(cut ? { finish: 'length' as const } : {}),
    });
  };
  const late = new AbortController();
  let patience: NodeJS.Timeout | null = null;
  let marked = false;
  try {
    for await (const { data } of client.events('POST', path, body, { signal: AbortSignal.any([signal, late.signal]) })) {
      if (data.trim() === '[DONE]') {
        marked = true;
        break;
      }
      const chunk = readChunk(parsed(data, path));
      if (chunk.error !== null) throw new BrokenStreamError(chunk.error);
      promptTokens = chunk.promptTokens ?? promptTokens;
      completionTokens = chunk.completionTokens ?? completionTokens;
      for (const { index, text, thinking, tokens, finishReason } of chunk.choices) {
        const choice = choices[index];
        if (choice === undefined || choice.ended) continue;
        if (request.jsonSchema !== undefined) choice.thoughts += thinking;
        choice.spoke ||= text !== '';
        const over = choice.assembly.push({ text, thinking, tokens });
        choice.reason = finishReason === null ? choice.reason : reasonOf(finishReason);
        // With several samples each is handed on when it ends; the only one waits for the statistics.
        if (over || (choice.reason !== null && samples.length > 1)) end(choice, choice.reason ?? 'stop', over ? 'us' : 'server');
      }
      if (choices.every(({ ended }) => ended)) return;
      const counted = promptTokens !== null && completionTokens !== null;
      if (choices.every(({ ended, reason }) => ended || reason !== null)) {
        if (counted) break;
        patience ??= setTimeout(() => late.abort(), statisticsMs);
      }
    }
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error;
  } finally {
    if (patience !== null) clearTimeout(patience);
  }
  // Some servers say that they are done and never why: then only the count tells whether there was room left.
  const full = samples.length === 1 && completionTokens !== null && completionTokens >= request.maxTokens;
  const unsaid = marked ? (full ? 'length' : 'stop') : null;
  for (const choice of choices) {
    const reason = choice.reason ?? (choice.spoke ? unsaid : null);
    if (reason !== null) end(choice, reason, 'server');
  }
  if (choices.every(({ ended }) => !ended)) throw new BrokenStreamError('the stream ended without saying why');
}

const endsInFence = (text: string): boolean => (text.match(/^[ \t]*(?:`{3}|~{3})/gm)?.length ?? 0) % 2 === 1;

/** A filter or an aborted request leaves half an answer, whatever it is called. */
const reasonOf = (finishReason: string): 'stop' | 'length' =>
  ['length', 'max_tokens', 'content_filter', 'abort', 'error'].includes(finishReason) ? 'length' : 'stop';

function parsed(data: string, path: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new BrokenStreamError(`${path} sent a broken event: ${data.slice(0, 80)}`, { cause });
  }
}

import { say, warned } from '../../domain/said.ts';
import { BrokenStreamError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { createSampleAssembly } from '../served/sample-assembly.ts';
import type { SampleCall, SampleEvents, StreamSamples } from '../served/streamed-sample.ts';
import { answerRoom, refusesPrefill } from './anthropic-errors.ts';
import { type AnthropicSetup, messageBody } from './anthropic-request.ts';
import { readMessageEvent } from './anthropic-wire.ts';

/** Streams one sample a call. What the model refuses by name is left out, with a warning. */
export function streamFromAnthropic(client: JsonClient, setup: AnthropicSetup): StreamSamples {
  let prefill = setup.prefill;
  return async (call, on, signal) => {
    let maxTokens = call.request.maxTokens;
    for (;;) {
      const body = messageBody(setup, call.request, maxTokens, prefill);
      try {
        await streamOnce(client, body, call, on, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const room = answerRoom(error);
        if (room !== null && room > 0 && room < maxTokens) {
          on.warn(warned('max-tokens', say('answer-capped', { room, wanted: maxTokens })));
          maxTokens = room;
        } else if (prefill && refusesPrefill(error)) {
          prefill = false;
          on.warn(warned('prompt-form', say('no-prefill')));
        } else if (setup.fields.learn(error, body)) {
          for (const warning of setup.fields.takeWarnings()) on.warn(warning);
        } else {
          throw error;
        }
      }
    }
  };
}

async function streamOnce(
  client: JsonClient,
  body: Readonly<Record<string, unknown>>,
  { request, samples: [sample = 0] }: SampleCall,
  on: SampleEvents,
  signal: AbortSignal,
): Promise<void> {
  const assembly = createSampleAssembly(request, (piece, offset) => on.text(sample, piece, offset));
  let promptTokens: number | null = null;
  let completionTokens: number | null = null;
  let stopReason: string | null = null;
  for await (const { data } of client.events('POST', '/v1/messages', body, { signal })) {
    const event = readMessageEvent(parsed(data));
    if (event.type === 'error') throw new BrokenStreamError(event.message);
    if (event.type === 'start') promptTokens = event.promptTokens;
    if (event.type === 'end') {
      stopReason = event.stopReason ?? stopReason;
      completionTokens = event.completionTokens ?? completionTokens;
    }
    const text = event.type === 'text' ? event.text : '';
    const thinking = event.type === 'thinking' ? event.text : '';
    const over = assembly.push({ text, thinking });
    // Statistics of an answer that we end ourselves are not waited for.
    if (over) return on.end(sample, assembly.finish({ reason: 'stop', promptTokens, completionTokens: null }));
    if (event.type === 'stop') break;
  }
  if (stopReason === null) throw new BrokenStreamError('the stream ended without saying why');
  if (stopReason === 'refusal') on.warn(warned('refusal', say('declined')));
  on.end(sample, assembly.finish({ reason: isWhole(stopReason) ? 'stop' : 'length', promptTokens, completionTokens }));
}

const isWhole = (stopReason: string): boolean => ['end_turn', 'stop_sequence', 'tool_use'].includes(stopReason);

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new BrokenStreamError(`the server sent a broken event: ${data.slice(0, 80)}`, { cause });
  }
}

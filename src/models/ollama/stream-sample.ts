import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { createSampleAssembly } from '../served/sample-assembly.ts';
import type { SampleCall, SampleEvents, StreamSamples } from '../served/streamed-sample.ts';
import { type OllamaSetup, type SampleVariant, sampleCall } from './ollama-request.ts';
import { readChunk } from './ollama-wire.ts';

/** Streams one sample a call; one that is over by our own count or rule closes the connection. */
export function streamFromOllama(client: JsonClient, setup: OllamaSetup): StreamSamples {
  return async (call, on, signal) => {
    let variant: SampleVariant = {
      seed: call.seed,
      think: call.again ? (setup.think === 'low' ? 'low' : false) : setup.think,
      logprobs: setup.logprobs,
    };
    for (;;) {
      try {
        await streamOnce(client, setup, call, variant, on, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const other = withoutRefusedField(error, variant);
        if (other === null) throw error;
        variant = other;
      }
    }
  };
}

async function streamOnce(
  client: JsonClient,
  setup: OllamaSetup,
  { request, samples: [sample = 0] }: SampleCall,
  variant: SampleVariant,
  on: SampleEvents,
  signal: AbortSignal,
): Promise<void> {
  const { path, body } = sampleCall(setup, request, variant);
  const assembly = createSampleAssembly(request, (piece, offset) => on.text(sample, piece, offset));
  for await (const line of client.lines('POST', path, body, { signal })) {
    const chunk = readChunk(line);
    if (chunk.error !== null) throw new BrokenStreamError(chunk.error);
    const { text, thinking, promptEvalCount: promptTokens } = chunk;
    const over = assembly.push({ text, thinking, tokens: chunk.logprobs });
    if (!over && !chunk.done) continue;
    if (!over && (chunk.doneReason === 'load' || chunk.doneReason === 'unload'))
      throw new BrokenStreamError(`the server only reported "${chunk.doneReason}"`);
    const completionTokens = chunk.done ? chunk.evalCount : null;
    const filled = (promptTokens ?? 0) + (completionTokens ?? 0) >= setup.numCtx;
    const reason = chunk.doneReason === 'length' || filled ? 'length' : 'stop';
    on.end(sample, assembly.finish({ reason, promptTokens, completionTokens }));
    return;
  }
  throw new BrokenStreamError('the stream ended without its last line');
}

/** Older servers and other models refuse fields by name: the same request without the refused one, or null. */
function withoutRefusedField(error: unknown, variant: SampleVariant): SampleVariant | null {
  if (!(error instanceof HttpStatusError)) return null;
  if (variant.think !== null && /\bthink/iu.test(error.message)) return { ...variant, think: null };
  if (variant.logprobs && /logprob/iu.test(error.message)) return { ...variant, logprobs: false };
  return null;
}

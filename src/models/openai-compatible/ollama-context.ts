import { HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { asArray, asNumber, asRecord } from '../read-json.ts';

/**
 * The context with which Ollama has a model loaded; null when it does not say. Its `/v1` cuts what is longer in silence, so
 * without this a cut prompt cannot be told from a whole one.
 */
export async function ollamaContext(client: JsonClient, name: string, signal: AbortSignal | undefined): Promise<number | null> {
  try {
    const { models } = asRecord(await client.json('GET', '/api/ps', undefined, signal === undefined ? {} : { signal }));
    const loaded = asArray(models)
      .map(asRecord)
      .find((model) => model.name === name);
    return loaded === undefined ? null : asNumber(loaded.context_length);
  } catch (error) {
    // A gateway that lets only /v1 through.
    if (error instanceof HttpStatusError) return null;
    throw error;
  }
}

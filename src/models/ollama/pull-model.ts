import { AppError } from '../../domain/app-error.ts';
import type { PullProgress } from '../../ports/model-provider.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { asNumber, asRecord, asString } from '../read-json.ts';

/** `/api/pull`: Ollama resumes and verifies by itself; only its last line `success` means that the model is there. */
export async function* pullModel(client: JsonClient, name: string, signal: AbortSignal | undefined): AsyncGenerator<PullProgress> {
  const failed = (detail: string, cause?: unknown): AppError =>
    new AppError(
      'weights-unavailable',
      `Ollama could not pull ${name}: ${detail}`,
      `Check the name and the server's network, then: ollama pull ${name}`,
      { cause },
    );
  let status = '';
  try {
    for await (const line of client.lines('POST', '/api/pull', { model: name, stream: true }, signal === undefined ? {} : { signal })) {
      const progress = asRecord(line);
      const error = asString(progress.error);
      if (error !== null) throw failed(error);
      status = asString(progress.status) ?? status;
      yield { status, completedBytes: asNumber(progress.completed), totalBytes: asNumber(progress.total) };
    }
  } catch (error) {
    if (error instanceof HttpStatusError || error instanceof BrokenStreamError) throw failed(error.message, error);
    throw error;
  }
  if (status !== 'success') throw failed(`the download ended at "${status}"`);
}

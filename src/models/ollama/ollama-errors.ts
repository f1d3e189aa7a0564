import { AppError } from '../../domain/app-error.ts';
import { defaultAddresses } from '../../domain/default-addresses.ts';
import { hungUp } from '../http/connection-error.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import { listCommand } from '../served/list-command.ts';
import { nearNames } from '../served/near-names.ts';
import { promptTooLong } from '../served/prompt-too-long.ts';

/** What messages name: the model, and the address without credentials. */
export type OllamaPlace = { readonly name: string; readonly address: string };

export function modelMissing({ name, address }: OllamaPlace, present: readonly string[]): AppError {
  const near = nearNames(name, present);
  const others =
    near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : present.length > 0 ? ` There: ${present.slice(0, 5).join(', ')}.` : '';
  return new AppError('model-missing', `Ollama at ${address} has no model "${name}".${others}`, `ollama pull ${name}`);
}

export function writesNoText({ name, address }: OllamaPlace, offered: readonly string[]): AppError {
  return new AppError(
    'model-refused',
    `${name} writes no text (it offers ${offered.join(', ') || 'nothing'}).`,
    listCommand('ollama', address, defaultAddresses.ollama),
  );
}

export function incomplete(name: string, detail: string, cause?: unknown): AppError {
  return new AppError(
    'model-incomplete',
    `The answer of ${name} stopped before its end, twice: ${detail}`,
    "See Ollama's log (journalctl -u ollama, or the terminal of ollama serve); short memory is the usual reason.",
    { cause },
  );
}

/** Another server, or an old one, answers 404 for a path that it does not know: that says nothing of the model. */
export function isModelMissing(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 404 && /model|pull/iu.test(error.message);
}

/** Ollama answers 500 also for what no second try can mend. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof HttpStatusError &&
    /schema|grammar|invalid|unsupported|does not support|context length|system memory/iu.test(error.message)
  );
}

/** What left the HTTP layer, as a user should read it; anything else is passed through. `sizes`: of the request; null while the model is opened. */
export function toAppError(
  error: unknown,
  { name, address }: OllamaPlace,
  sizes: { readonly contextTokens: number; readonly promptTokens: number } | null,
): unknown {
  if (error instanceof BrokenStreamError) return sizes === null ? hungUp(error, address) : incomplete(name, error.message, error);
  if (!(error instanceof HttpStatusError)) return error;
  const text = error.message;
  if (isModelMissing(error)) return modelMissing({ name, address }, []);
  if (error.status === 404 || error.status === 405) {
    return new AppError(
      'model-refused',
      `The server at ${address} does not know Ollama's API (${text}).`,
      `Check the address: Ollama listens on ${defaultAddresses.ollama}. If it speaks OpenAI's protocol: --backend openai --base-url ${address}`,
      {
        cause: error,
      },
    );
  }
  if (/context (?:length|size|window)|exceed\w* .*context|input .*too long/iu.test(text)) {
    const { contextTokens, promptTokens } = sizes ?? { contextTokens: null, promptTokens: 0 };
    return promptTooLong(name, { contextTokens, tokens: promptTokens, exact: false, evaluated: null });
  }
  if (/system memory|out of memory|cudaMalloc/iu.test(text)) {
    return new AppError(
      'model-refused',
      `Ollama cannot load ${name}: ${text}`,
      `Choose a smaller model or quantisation, or close other programs.`,
      { cause: error },
    );
  }
  if (error.status === 429 || error.status === 503) {
    return new AppError('model-timeout', `Ollama is too busy: ${text}`, 'Try again later, or raise OLLAMA_MAX_QUEUE on the server.', {
      cause: error,
    });
  }
  if (error.status === 401 || error.status === 403) {
    return new AppError(
      'model-refused',
      `Ollama at ${address} refused ${name}: ${text}`,
      'A model of the cloud: ollama signin. A server behind a login: --base-url http://USER:PASSWORD@HOST:PORT',
      { cause: error },
    );
  }
  return new AppError(
    'model-refused',
    `Ollama answered ${error.status} for ${name}: ${text}`,
    `Try the model alone: ollama run ${name} hello`,
    { cause: error },
  );
}

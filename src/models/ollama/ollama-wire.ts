import { asArray, asNumber, asRecord, asString } from '../read-json.ts';

/** What we read of Ollama's answers. Readers are lenient: a missing or odd field is null, never an exception. */
export type OllamaChunk = {
  readonly text: string;
  readonly thinking: string;
  readonly done: boolean;
  readonly doneReason: string | null;
  readonly promptEvalCount: number | null;
  readonly evalCount: number | null;
  readonly logprobs: readonly TokenLogprob[];
  /** An error in the middle of a stream. */
  readonly error: string | null;
};

export type TokenLogprob = {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
};

/** One line of `/api/chat` (`message.content`) or `/api/generate` (`response`). */
export function readChunk(value: unknown): OllamaChunk {
  const line = asRecord(value);
  const message = asRecord(line.message);
  return {
    text: asString(message.content) ?? asString(line.response) ?? '',
    thinking: asString(message.thinking) ?? asString(line.thinking) ?? '',
    done: line.done === true,
    doneReason: asString(line.done_reason),
    promptEvalCount: asNumber(line.prompt_eval_count),
    evalCount: asNumber(line.eval_count),
    logprobs: asArray(line.logprobs).map((entry) => ({
      ...readLogprob(entry),
      top: asArray(asRecord(entry).top_logprobs).map(readLogprob),
    })),
    error: asString(line.error),
  };
}

function readLogprob(value: unknown): { token: string; logprob: number } {
  const entry = asRecord(value);
  return { token: asString(entry.token) ?? '', logprob: asNumber(entry.logprob) ?? Number.NEGATIVE_INFINITY };
}

export type OllamaModelInfo = {
  readonly template: string;
  /** From the Modelfile: the prompt is made by code of the server, not by the template. */
  readonly renderer: string | null;
  /** `PARAMETER num_ctx` of the Modelfile. */
  readonly numCtx: number | null;
  /** What the weights were trained for, in tokens. */
  readonly contextLength: number | null;
  /** Bytes of one token's keys and values in 16 bits, all layers; null where the metadata does not say. */
  readonly cacheBytesPerToken: number | null;
  /** Null on servers that do not list them (before 0.6.4). */
  readonly capabilities: readonly string[] | null;
  readonly family: string | null;
};

/** `/api/show`. */
export function readModelInfo(value: unknown): OllamaModelInfo {
  const show = asRecord(value);
  const info = asRecord(show.model_info);
  const architecture = asString(info['general.architecture']) ?? '';
  const number = (key: string): number | null => asNumber(info[`${architecture}.${key}`]);
  const layers = number('block_count');
  const heads = number('attention.head_count');
  const keyHeads = number('attention.head_count_kv') ?? heads;
  const width = number('embedding_length');
  const headWidth = heads === null || width === null ? null : width / heads;
  const keyWidth = number('attention.key_length') ?? headWidth;
  const valueWidth = number('attention.value_length') ?? headWidth;
  const capabilities = show.capabilities;
  const parameters = asString(show.parameters) ?? '';
  const numCtx = /^num_ctx\s+(\d+)/mu.exec(parameters)?.[1];
  return {
    template: asString(show.template) ?? '',
    renderer: /^RENDERER\s+(\S+)/mu.exec(asString(show.modelfile) ?? '')?.[1] ?? null,
    numCtx: numCtx === undefined ? null : Number(numCtx),
    contextLength: number('context_length'),
    cacheBytesPerToken:
      layers === null || keyHeads === null || keyWidth === null || valueWidth === null
        ? null
        : layers * keyHeads * (keyWidth + valueWidth) * 2,
    capabilities: Array.isArray(capabilities) ? capabilities.filter((item) => typeof item === 'string') : null,
    family: asString(asRecord(show.details).family),
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { countAnswers, startLoopbackServer } from '../loopback-server.ts';
import { documentFor, likeliest, promptTokensOf, replyFor, tokensOf } from '../servers/replies.ts';

export type OllamaBody = {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly prompt?: string;
  readonly raw?: boolean;
  readonly stream?: boolean;
  readonly think?: unknown;
  readonly format?: unknown;
  readonly truncate?: unknown;
  readonly keep_alive?: unknown;
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
  readonly _debug_render_only?: boolean;
  readonly options?: { readonly seed?: number; readonly num_predict?: number; readonly num_ctx?: number; readonly temperature?: number };
};

export type SeenRequest = { readonly method: string; readonly path: string; readonly body: OllamaBody };

/** What the server does instead of answering well. */
export type Fault =
  | { readonly type: 'status'; readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** These lines, then the given end. */
  | { readonly type: 'lines'; readonly lines: readonly unknown[]; readonly end: 'clean' | 'destroy' }
  | { readonly type: 'text'; readonly text: string; readonly last?: Readonly<Record<string, unknown>>; readonly thinking?: string }
  /** Waits before it answers. */
  | { readonly type: 'slow'; readonly ms: number };

export type FakeOllamaOptions = {
  readonly version?: string;
  readonly template?: string;
  readonly capabilities?: readonly string[];
  readonly models?: readonly string[];
  readonly modelInfo?: Readonly<Record<string, unknown>>;
  readonly loaded?: readonly { readonly name: string; readonly context_length: number }[];
  /** Milliseconds a token. */
  readonly tokenMs?: number;
  /** `generation`: index among the requests that generate, the probe while opening not counted. */
  readonly fault?: (request: SeenRequest, generation: number) => Fault | null;
  /** The server ignores `_debug_render_only`, as before 0.11.5. */
  readonly noDebugRender?: boolean;
};

export type FakeOllama = {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Those that generate, without the probe. */
  readonly generations: readonly SeenRequest[];
  /** Streams that the client closed before their end. */
  readonly aborted: number;
  readonly mostInFlight: number;
  close(): Promise<void>;
};

export const qwenTemplate =
  '{{- range $i, $_ := .Messages }}\n{{- $last := eq (len (slice $.Messages $i)) 1 -}}\n<|im_start|>{{ .Role }}\n{{ .Content }}{{ if not $last }}<|im_end|>\n{{ end }}\n{{- if and (ne .Role "assistant") $last }}<|im_end|>\n<|im_start|>assistant\n{{ end }}\n{{- end }}';

const qwenInfo = {
  'general.architecture': 'qwen2',
  'qwen2.context_length': 32768,
  'qwen2.block_count': 28,
  'qwen2.embedding_length': 1536,
  'qwen2.attention.head_count': 12,
  'qwen2.attention.head_count_kv': 2,
};

/** Speaks Ollama's native protocol as 0.17.4 does, with faults on request. */
export async function startFakeOllama(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const models = options.models ?? ['qwen2.5-coder:1.5b', 'llama3.2:latest'];
  const requests: SeenRequest[] = [];
  const generations: SeenRequest[] = [];
  const answers = countAnswers();

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: (text === '' ? {} : JSON.parse(text)) as OllamaBody,
    };
    requests.push(request);
    const generates = ['/api/chat', '/api/generate'].includes(request.path) && request.body._debug_render_only !== true;
    const generation = generates ? generations.push(request) - 1 : -1;
    const fault = options.fault?.(request, generation) ?? null;
    if (fault?.type === 'status') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body);
      return;
    }
    if (fault?.type === 'slow') await sleep(fault.ms);
    if (fault?.type === 'lines') {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      for (const line of fault.lines) response.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
      if (fault.end === 'clean') response.end();
      else setTimeout(() => response.destroy(), 20);
      return;
    }
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    };
    const name = request.body.model ?? '';
    const known = models.includes(name) || models.includes(`${name}:latest`);
    switch (request.path) {
      case '/api/version':
        return json(200, { version: options.version ?? '0.17.4' });
      case '/api/tags':
        return json(200, {
          models: models.map((model) => ({
            name: model,
            model,
            size: 986061892,
            details: { family: 'qwen2', parameter_size: '1.5B', quantization_level: 'Q4_K_M' },
          })),
        });
      case '/api/ps':
        return json(200, { models: options.loaded ?? [] });
      case '/api/delete':
        return known ? json(200, null) : json(404, { error: `model '${name}' not found` });
    }
    if (!known) return json(404, { error: `model '${name}' not found` });
    if (request.path === '/api/show') {
      return json(200, {
        template: options.template ?? qwenTemplate,
        modelfile: '# Modelfile\nFROM /blobs/x',
        parameters: 'stop "<|im_end|>"',
        details: { family: 'qwen2' },
        model_info: options.modelInfo ?? qwenInfo,
        capabilities: options.capabilities ?? ['completion', 'tools'],
      });
    }
    if (request.body._debug_render_only === true && options.noDebugRender !== true) {
      return json(200, { model: name, _debug_info: { rendered_template: render(request.body) }, done: false });
    }
    const end = answers.begin(response);
    await generate(request, response, fault?.type === 'text' ? fault : null, options.tokenMs ?? 1);
    end();
  }

  const server = await startLoopbackServer(answer);
  return {
    ...server,
    requests,
    generations,
    get aborted() {
      return answers.aborted;
    },
    get mostInFlight() {
      return answers.mostInFlight;
    },
  };
}

function render(body: OllamaBody): string {
  const messages = body.messages ?? [];
  return messages
    .map(({ role, content }, index) => {
      const last = index === messages.length - 1;
      return `<|im_start|>${role}\n${content}${last && role === 'assistant' ? '' : '<|im_end|>\n'}${last && role !== 'assistant' ? '<|im_start|>assistant\n' : ''}`;
    })
    .join('');
}

async function generate(
  { path, body }: SeenRequest,
  response: ServerResponse,
  fault: Extract<Fault, { type: 'text' }> | null,
  tokenMs: number,
): Promise<void> {
  const created_at = '2026-02-25T12:31:33.016438719Z';
  const model = body.model;
  const seed = body.options?.seed ?? 0;
  const limit = body.options?.num_predict ?? Number.POSITIVE_INFINITY;
  const text = fault?.text ?? (body.format === undefined ? replyFor(seed) : documentFor(body.format));
  const tokens = tokensOf(text);
  const prompt_eval_count = promptTokensOf(body.prompt === undefined ? (body.messages ?? []).map(({ content }) => content) : [body.prompt]);
  const field = (content: string, thinking?: string): Record<string, unknown> =>
    path === '/api/generate'
      ? { response: content }
      : { message: { role: 'assistant', content, ...(thinking === undefined ? {} : { thinking }) } };
  const logprobs = (token: string): Record<string, unknown> =>
    body.logprobs === true
      ? { logprobs: [{ token, logprob: -0.25, bytes: [...Buffer.from(token)], top_logprobs: likeliest.slice(0, body.top_logprobs ?? 0) }] }
      : {};
  const used = tokens.slice(0, limit);
  const last = {
    done: true,
    done_reason: tokens.length > limit ? 'length' : 'stop',
    total_duration: 301_000_000,
    load_duration: 61_000_000,
    prompt_eval_count,
    prompt_eval_duration: 50_000_000,
    eval_count: used.length + (tokens.length > limit ? 0 : 1),
    eval_duration: 120_000_000,
    ...fault?.last,
  };
  if (body.stream === false) {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ model, created_at, ...field(used.join('')), ...logprobs(used[0] ?? ''), ...last }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  if (fault?.thinking !== undefined)
    response.write(`${JSON.stringify({ model, created_at, ...field('', fault.thinking), done: false })}\n`);
  for (const token of used) {
    if (tokenMs > 0) await sleep(tokenMs);
    if (response.destroyed) throw new Error('The client is gone.');
    response.write(`${JSON.stringify({ model, created_at, ...field(token), ...logprobs(token), done: false })}\n`);
  }
  response.write(`${JSON.stringify({ model, created_at, ...field(''), ...last })}\n`);
}

import type { Body, Reply, SeenRequest, Speak } from './fault-server.ts';
import { documentFor, likeliest, promptTokensOf, replyFor, sentenceOf, tokensOf } from './replies.ts';

export type OpenAiFlavour = {
  /** What it says of itself and which fields it understands. */
  readonly kind: 'llama-server' | 'vllm' | 'lm-studio' | 'openai' | 'plain';
  readonly models?: readonly string[];
  /** 200, and no schema kept. */
  readonly ignoresSchema?: boolean;
  /** 200, and no grammar kept. */
  readonly ignoresGrammar?: boolean;
  readonly noLogprobs?: boolean;
  /** Replaces the text of a streamed answer. */
  readonly text?: (request: SeenRequest) => string | null;
  /** Comes in the field for thoughts. */
  readonly thinking?: (request: SeenRequest) => string;
  readonly finishReason?: string;
  /** No statistics at the end of a stream. */
  readonly noUsage?: boolean;
  readonly slots?: number;
  readonly contextTokens?: number;
};

const owners = { 'llama-server': 'llamacpp', vllm: 'vllm', 'lm-studio': 'organization_owner', openai: 'system', plain: 'somebody' };

/** The OpenAI protocol as different servers speak it; the fields are those of their own answers. */
export function speakOpenAi(flavour: OpenAiFlavour): Speak {
  const names = flavour.models ?? ['qwen2.5-coder-1.5b'];
  const context = flavour.contextTokens ?? 4096;
  return (request) => {
    switch (request.path) {
      case '/v1/models':
        return document(200, { object: 'list', data: names.map((id) => listed(id, flavour, context)) });
      case '/api/v0/models':
        if (flavour.kind !== 'lm-studio') break;
        return document(200, {
          data: names.map((id) => ({
            id,
            type: id.includes('embed') ? 'embeddings' : 'llm',
            state: 'loaded',
            quantization: 'Q4_K_M',
            loaded_context_length: context,
          })),
        });
      case '/props':
        if (flavour.kind !== 'llama-server') break;
        return document(200, { default_generation_settings: { n_ctx: context }, total_slots: flavour.slots ?? 4 });
      case '/apply-template':
        if (flavour.kind !== 'llama-server') break;
        return document(200, { prompt: `<|im_start|>assistant\n${lastMessage(request.body)}` });
      case '/v1/chat/completions':
      case '/v1/completions':
        return complete(request, flavour, names);
    }
    return document(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } });
  };
}

const document = (status: number, body: unknown): Reply => ({ type: 'document', status, body });

function listed(id: string, { kind }: OpenAiFlavour, context: number): Body {
  const meta = kind === 'llama-server' ? { meta: { n_ctx_train: 32768, n_params: 1543714304, size: 986061892 } } : {};
  return {
    id,
    object: 'model',
    created: 1760000000,
    owned_by: owners[kind],
    ...meta,
    ...(kind === 'vllm' ? { max_model_len: context } : {}),
  };
}

function lastMessage(body: Body): string {
  const messages = (body.messages ?? []) as { content: string }[];
  return messages.at(-1)?.content ?? '';
}

function complete(request: SeenRequest, flavour: OpenAiFlavour, names: readonly string[]): Reply {
  const { body } = request;
  const isChat = request.path === '/v1/chat/completions';
  if (flavour.kind !== 'llama-server' && !names.includes(String(body.model))) {
    const message = `The model \`${body.model}\` does not exist.`;
    return document(404, { error: { message, type: 'NotFoundError', param: 'model', code: 404 } });
  }
  const honoursN = ['llama-server', 'vllm', 'openai'].includes(flavour.kind);
  const count = honoursN ? Number(body.n ?? 1) : 1;
  const limit = Number(body.max_tokens ?? body.max_completion_tokens ?? 1000);
  const texts = Array.from({ length: count }, (_, index) => textOf(request, flavour, index));
  const promptTexts = isChat ? (body.messages as { content: string }[]).map(({ content }) => content) : [String(body.prompt)];
  const usage = {
    prompt_tokens: promptTokensOf(promptTexts),
    completion_tokens: Math.min(limit, tokensOf(texts[0] ?? '').length + 1),
  };
  const finish = (text: string): string => flavour.finishReason ?? (tokensOf(text).length > limit ? 'length' : 'stop');
  const shown = body.logprobs === true && flavour.noLogprobs !== true && isChat;
  const logprobs = (token: string): Body =>
    shown ? { logprobs: { content: [{ token, logprob: -0.25, top_logprobs: likeliest.slice(0, Number(body.top_logprobs ?? 0)) }] } } : {};
  const head = { id: 'chatcmpl-1', object: isChat ? 'chat.completion.chunk' : 'text_completion', model: body.model };
  if (body.stream !== true) {
    const choices = texts.map((text, index) => {
      const used = tokensOf(text).slice(0, limit);
      const answer = isChat ? { message: { role: 'assistant', content: used.join('') } } : { text: used.join('') };
      return { index, ...answer, finish_reason: finish(text), ...logprobs(used[0] ?? '') };
    });
    return document(200, { ...head, choices, usage });
  }
  const piece = (index: number, text: string, reason: string | null): Body => ({
    ...head,
    choices: [
      isChat
        ? { index, delta: { content: text }, finish_reason: reason, ...(text === '' ? {} : logprobs(text)) }
        : { index, text, finish_reason: reason },
    ],
  });
  const frames: Body[] = texts.map((_, index) => ({
    ...head,
    choices: [
      isChat ? { index, delta: { role: 'assistant', content: null }, finish_reason: null } : { index, text: '', finish_reason: null },
    ],
  }));
  const thoughts = flavour.thinking?.(request) ?? '';
  for (const thought of tokensOf(thoughts)) {
    frames.push({ ...head, choices: [{ index: 0, delta: { reasoning_content: thought }, finish_reason: null }] });
  }
  // The samples of one call come interleaved.
  const used = texts.map((text) => tokensOf(text).slice(0, limit));
  for (let at = 0; at < Math.max(...used.map((tokens) => tokens.length)); at += 1) {
    for (const [index, tokens] of used.entries()) {
      const token = tokens[at];
      if (token !== undefined) frames.push(piece(index, token, null));
    }
  }
  const ends = texts.map((text, index) => piece(index, '', finish(text)));
  const statistics = flavour.noUsage === true ? [] : [{ ...head, choices: [], usage }];
  const all = [...frames, ...ends, ...statistics].map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
  return {
    type: 'stream',
    contentType: 'text/event-stream',
    frames: [...all, 'data: [DONE]\n\n'],
    endFrames: ends.length + statistics.length + 1,
  };
}

function textOf(request: SeenRequest, flavour: OpenAiFlavour, index: number): string {
  const { body } = request;
  const own = flavour.text?.(request) ?? null;
  if (own !== null && body.stream === true) return own;
  const grammar = body.grammar ?? (body.structured_outputs as Body | undefined)?.grammar;
  if (typeof grammar === 'string' && flavour.ignoresGrammar !== true) return sentenceOf(grammar);
  const format = body.response_format as { json_schema?: { schema: unknown } } | undefined;
  if (format?.json_schema !== undefined && flavour.ignoresSchema !== true) return documentFor(format.json_schema.schema);
  return replyFor(Number(body.seed ?? 0) + index);
}

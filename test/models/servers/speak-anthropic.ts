import type { Body, Reply, SeenRequest, Speak } from './fault-server.ts';
import { documentFor, promptTokensOf, replyFor, tokensOf } from './replies.ts';

export type AnthropicFlavour = {
  readonly models?: readonly string[];
  readonly text?: (request: SeenRequest) => string | null;
  readonly stopReason?: string;
  /** A trailing assistant message is a 400, as for models from 4.6 on. */
  readonly refusesPrefill?: boolean;
};

/** The Messages API, after its reference; samples have no seed, so their number stands for it. */
export function speakAnthropic(flavour: AnthropicFlavour = {}): Speak {
  const names = flavour.models ?? ['claude-sonnet-4-5-20250929', 'claude-haiku-4-5-20251001'];
  let answers = 0;
  return (request) => {
    const { path, body, headers } = request;
    if (headers['anthropic-version'] !== '2023-06-01')
      return failure(400, 'invalid_request_error', 'anthropic-version: header is required');
    if (path.startsWith('/v1/models?')) {
      return document(200, { data: names.map((id) => ({ type: 'model', id, display_name: `Model ${id}` })), has_more: false });
    }
    if (path.startsWith('/v1/models/')) {
      const name = path.slice('/v1/models/'.length);
      return names.includes(name) ? document(200, { type: 'model', id: name }) : failure(404, 'not_found_error', `model: ${name}`);
    }
    if (path !== '/v1/messages') return failure(404, 'not_found_error', 'Not Found');
    if (!names.includes(String(body.model))) return failure(404, 'not_found_error', `model: ${body.model}`);
    const messages = body.messages as { role: string; content: string }[];
    if (flavour.refusesPrefill === true && messages.at(-1)?.role === 'assistant') {
      const message = 'This model does not support assistant message prefill. The conversation must end with a user message.';
      return failure(400, 'invalid_request_error', message);
    }
    answers += 1;
    return complete(request, flavour, answers);
  };
}

const document = (status: number, body: unknown): Reply => ({ type: 'document', status, body });
const failure = (status: number, type: string, message: string): Reply => document(status, { type: 'error', error: { type, message } });

function complete(request: SeenRequest, flavour: AnthropicFlavour, answer: number): Reply {
  const { body } = request;
  const [tool] = (body.tools ?? []) as { input_schema: unknown }[];
  const text = flavour.text?.(request) ?? (tool === undefined ? replyFor(answer) : documentFor(tool.input_schema));
  const limit = Number(body.max_tokens);
  const tokens = tokensOf(text);
  const used = tokens.slice(0, limit);
  const stop_reason = flavour.stopReason ?? (tokens.length > limit ? 'max_tokens' : tool === undefined ? 'end_turn' : 'tool_use');
  const input_tokens = promptTokensOf([
    String(body.system ?? ''),
    ...(body.messages as { content: string }[]).map(({ content }) => content),
  ]);
  const output_tokens = used.length;
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model };
  if (body.stream !== true) {
    const block =
      tool === undefined ? { type: 'text', text: used.join('') } : { type: 'tool_use', id: 't', name: 'answer', input: JSON.parse(text) };
    return document(200, { ...message, content: [block], stop_reason, usage: { input_tokens, output_tokens } });
  }
  const delta = (piece: string): Body =>
    tool === undefined ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece };
  const events: Body[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { input_tokens, output_tokens: 1 } } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: tool === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id: 't', name: 'answer', input: {} },
    },
    { type: 'ping' },
    ...used.map((piece) => ({ type: 'content_block_delta', index: 0, delta: delta(piece) })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop' },
  ];
  const frames = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return { type: 'stream', contentType: 'text/event-stream', frames, endFrames: 3 };
}

import { qwenTemplate } from '../ollama/fake-ollama.ts';
import type { Body, Reply, Speak } from './fault-server.ts';
import { documentFor, promptTokensOf, replyFor, tokensOf } from './replies.ts';

/** Ollama's native protocol, as far as a chat needs it. */
export const speakOllama: Speak = ({ path, body }) => {
  switch (path) {
    case '/api/version':
      return document({ version: '0.17.4' });
    case '/api/tags':
      return document({ models: [{ name: 'qwen2.5-coder:1.5b', size: 986061892, digest: 'd' }] });
    case '/api/ps':
      return document({ models: [] });
    case '/api/show':
      return document({
        template: qwenTemplate,
        model_info: { 'general.architecture': 'qwen2', 'qwen2.context_length': 32768 },
        capabilities: ['completion'],
      });
  }
  if (body._debug_render_only === true) return document({ _debug_info: { rendered_template: 'local answer = 1' } });
  const options = (body.options ?? {}) as { seed?: number; num_predict?: number };
  const text = body.format === undefined ? replyFor(options.seed ?? 0) : documentFor(body.format);
  const tokens = tokensOf(text);
  const limit = options.num_predict ?? tokens.length;
  const used = tokens.slice(0, limit);
  const prompt_eval_count = promptTokensOf(((body.messages ?? []) as { content: string }[]).map(({ content }) => content));
  const last = { done: true, done_reason: tokens.length > limit ? 'length' : 'stop', prompt_eval_count, eval_count: used.length };
  if (body.stream !== true) return document({ message: { role: 'assistant', content: used.join('') }, ...last });
  const frames: Body[] = [
    ...used.map((content) => ({ message: { role: 'assistant', content }, done: false })),
    { message: { role: 'assistant', content: '' }, ...last },
  ];
  return { type: 'stream', contentType: 'application/x-ndjson', frames: frames.map((frame) => `${JSON.stringify(frame)}\n`), endFrames: 1 };
};

const document = (body: unknown): Reply => ({ type: 'document', status: 200, body });

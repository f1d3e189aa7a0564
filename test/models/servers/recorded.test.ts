import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { createOllamaProvider } from '../../../src/models/ollama/ollama-provider.ts';
import { createOpenAiProvider } from '../../../src/models/openai-compatible/openai-provider.ts';
import type { Model } from '../../../src/ports/model.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { type Reply, startFaultServer } from './fault-server.ts';
import { speakOllama } from './speak-ollama.ts';
import { speakOpenAi } from './speak-openai.ts';

type Recorded = {
  readonly title: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

async function recorded(file: string): Promise<(title: string) => Reply> {
  const text = await readFile(new URL(`./recorded/${file}.json`, import.meta.url), 'utf8');
  const { replies } = JSON.parse(text) as { replies: readonly Recorded[] };
  return (title) => {
    const found = replies.find((reply) => reply.title === title);
    if (found === undefined) throw new Error(`nothing was recorded as "${title}"`);
    return found.status === 200 && !found.contentType.includes('json;')
      ? { type: 'stream', contentType: found.contentType, frames: [found.body], endFrames: 1 }
      : { type: 'document', status: found.status, body: JSON.parse(found.body) };
  };
}

/** A server that answers its first streamed request as a real one did. */
async function onRecorded(file: 'llama-server' | 'ollama', title: string): Promise<Model> {
  const reply = (await recorded(file))(title);
  const speak = file === 'ollama' ? speakOllama : speakOpenAi({ kind: 'llama-server', contextTokens: 512 });
  const server = await startFaultServer({ speak, fault: (_, n) => (n < 0 ? null : { type: 'reply', reply }) });
  const retries = { waitsMs: [10] };
  const model =
    file === 'ollama'
      ? await createOllamaProvider({ baseUrl: server.url, retries }).open('qwen2.5-coder:1.5b')
      : await createOpenAiProvider({ baseUrl: server.url, retries }).open('qwen2.5-coder-1.5b');
  opened.push(model, server);
  return model;
}

it('llama-server: two samples of one call, each whole, with their tokens and statistics', async () => {
  const model = await onRecorded('llama-server', 'two samples in one call');
  const { ends, built } = await collect(model, chat({ seeds: [7, 8], maxTokens: 12 }));
  expect(ends.size).toBe(2);
  for (const [sample, end] of ends) {
    expect(end).toMatchObject({ finish: 'length', usage: { completionTokens: 12 } });
    expect(end.text).toBe(built.get(sample));
    expect(end.text.length).toBeGreaterThan(10);
    expect(end.logprob).toBeLessThan(0);
  }
  expect(ends.get(0)?.text).not.toBe(ends.get(1)?.text);
});

it('llama-server: an answer cut at its limit, and one held to a schema', async () => {
  const cut = await onRecorded('llama-server', 'an answer cut at its limit');
  expect((await collect(cut, chat({ maxTokens: 4 }))).ends.get(0)).toMatchObject({ finish: 'length', usage: { completionTokens: 4 } });
  const held = await onRecorded('llama-server', 'a schema');
  const jsonSchema = { type: 'object', properties: { name: { type: 'string', enum: ['add'] } }, required: ['name'] };
  const { ends, warnings } = await collect(held, chat({ jsonSchema, maxTokens: 40 }));
  expect(JSON.parse(ends.get(0)?.text ?? '')).toEqual({ name: 'add' });
  expect(warnings).toEqual([]);
});

it('llama-server: a prompt that is too long, and a grammar that it cannot read', async () => {
  const long = await onRecorded('llama-server', 'a prompt that is too long');
  await expect(collect(long, chat())).rejects.toMatchObject({
    code: 'prompt-too-long',
    message:
      'The prompt (731 tokens, 219 too many) does not fit into the 512 tokens of context of qwen2.5-coder-1.5b; the server refused it, nothing was cut.',
  });
  const bad = await onRecorded('llama-server', 'a bad grammar');
  await expect(collect(bad, chat())).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('failed to parse grammar'),
  });
});

it('Ollama: an answer with its tokens, a prompt that is too long, a schema that it cannot compile', async () => {
  const model = await onRecorded('ollama', 'an answer');
  const { ends } = await collect(model, chat({ maxTokens: 12 }));
  expect(ends.get(0)).toMatchObject({ finish: 'length', usage: { completionTokens: 12 } });
  expect(ends.get(0)?.logprob).toBeLessThan(0);
  await expect(collect(await onRecorded('ollama', 'a prompt that is too long'), chat())).rejects.toMatchObject({ code: 'prompt-too-long' });
  const schema = await onRecorded('ollama', 'a schema that cannot be compiled');
  await expect(collect(schema, chat({ jsonSchema: { type: 'object' } }))).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('invalid JSON schema'),
  });
});

import { afterEach, expect, it } from 'vitest';
import type { AnthropicOptions } from '../../../src/models/anthropic/anthropic-options.ts';
import { createAnthropicProvider } from '../../../src/models/anthropic/anthropic-provider.ts';
import type { Model } from '../../../src/ports/model.ts';
import type { ModelProvider } from '../../../src/ports/model-provider.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { type FaultServer, type FaultServerOptions, startFaultServer } from '../servers/fault-server.ts';
import { type AnthropicFlavour, speakAnthropic } from '../servers/speak-anthropic.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

const apiKey = { value: 'sk-ant-very-secret', variable: 'ANTHROPIC_API_KEY' };
const name = 'claude-sonnet-4-5-20250929';

type Given = AnthropicFlavour & Pick<FaultServerOptions, 'fault'> & { readonly options?: Partial<AnthropicOptions> };

async function on({ fault, options, ...flavour }: Given = {}): Promise<{ readonly provider: ModelProvider; readonly server: FaultServer }> {
  const server = await startFaultServer({ speak: speakAnthropic(flavour), tokenMs: 0, ...(fault === undefined ? {} : { fault }) });
  opened.push(server);
  return { provider: createAnthropicProvider({ baseUrl: server.url, apiKey, retries: { waitsMs: [10] }, ...options }), server };
}

async function openOn(given: Given = {}, model = name): Promise<{ readonly model: Model; readonly server: FaultServer }> {
  const { provider, server } = await on(given);
  const open = await provider.open(model);
  opened.push(open);
  return { model: open, server };
}

const refusal = (status: number, type: string, message: string) =>
  ({ type: 'status', status, body: JSON.stringify({ type: 'error', error: { type, message } }) }) as const;

it('the system prompt goes beside the messages, the key into its own header, and no seed anywhere', async () => {
  const { model, server } = await openOn();
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Write add.' },
  ] as const;
  const collected = await collect(model, chat({ messages, temperature: 1.2 }));
  expect(server.generations[0]).toMatchObject({
    path: '/v1/messages',
    headers: { 'x-api-key': apiKey.value },
    body: { system: 'Be brief.', messages: [{ role: 'user', content: 'Write add.' }], temperature: 1, max_tokens: 200 },
  });
  expect(server.generations[0]?.body).not.toHaveProperty('seed');
  expect(collected.warnings.map(({ feature }) => feature)).toEqual(['seed', 'temperature']);
});

it('a schema is the input of a tool that has to be called, checked by us, and asked for again', async () => {
  const jsonSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const { model, server } = await openOn();
  expect(JSON.parse((await collect(model, chat({ jsonSchema }))).ends.get(0)?.text ?? '')).toEqual({ name: 'add' });
  expect(server.generations[0]?.body).toMatchObject({ tool_choice: { type: 'tool', name: 'answer' } });
  const careless = await openOn({ text: () => '{"title": 1}' });
  const collected = await collect(careless.model, chat({ jsonSchema }));
  expect(careless.server.generations).toHaveLength(2);
  expect(collected.warnings).toContainEqual(expect.objectContaining({ feature: 'json-schema' }));
});

it('the beginning of an answer is given where the model takes it, and is given up where it refuses', async () => {
  const prefill = '```python\ndef add(a, b):';
  const older = await openOn();
  expect(older.model.capabilities.promptForms).toEqual(['chat', 'chat-prefill']);
  await collect(older.model, chat({ form: 'chat-prefill', prefill }));
  expect(older.server.generations[0]?.body.messages).toContainEqual({ role: 'assistant', content: prefill });
  const newer = await openOn({ models: ['claude-opus-4-6'] }, 'claude-opus-4-6');
  expect(newer.model.capabilities.promptForms).toEqual(['chat']);
  const refusing = await openOn({ refusesPrefill: true });
  const collected = await collect(refusing.model, chat({ form: 'chat-prefill', prefill }));
  expect(collected.ends.size).toBe(1);
  expect(collected.warnings).toContainEqual(expect.objectContaining({ feature: 'prompt-form' }));
});

it('a decision is a choice held to the labels and never calibrated', async () => {
  const { model } = await openOn();
  const options = [
    { id: 'a', description: 'One' },
    { id: 'b', description: 'Two' },
  ] as const;
  expect(await model.decide({ prompt: 'Which?', options })).toMatchObject({ choice: 'a', calibrated: false, labelMass: null });
});

it('the model that declines, and one that is cut, give no whole answer', async () => {
  const declining = await openOn({ stopReason: 'refusal' });
  const collected = await collect(declining.model, chat());
  expect(collected.ends.get(0)?.finish).toBe('length');
  expect(collected.warnings).toContainEqual(expect.objectContaining({ feature: 'refusal' }));
  const full = await openOn({ stopReason: 'model_context_window_exceeded' });
  expect((await collect(full.model, chat())).ends.get(0)?.finish).toBe('length');
});

it('a limit above the model’s own is lowered to it', async () => {
  const { model, server } = await openOn({
    fault: ({ body }) =>
      Number(body.max_tokens) > 50
        ? refusal(400, 'invalid_request_error', 'max_tokens: 200 > 50, which is the maximum allowed number of output tokens')
        : null,
  });
  const collected = await collect(model, chat());
  expect(server.generations.map(({ body }) => body.max_tokens)).toEqual([200, 50]);
  expect(collected.warnings).toContainEqual(expect.objectContaining({ feature: 'max-tokens' }));
});

it('without a key nothing is sent to the API itself', async () => {
  const provider = createAnthropicProvider();
  for (const asked of [provider.open(name), provider.list()]) {
    await expect(asked).rejects.toMatchObject({ code: 'model-refused', hint: 'export ANTHROPIC_API_KEY=…' });
  }
});

it.each([
  [401, 'authentication_error', 'invalid x-api-key sk-ant-very-secret', 'model-refused', 'Set the right one: export ANTHROPIC_API_KEY=…'],
  [403, 'permission_error', 'no access', 'model-refused', expect.stringContaining('models list --backend anthropic')],
  [
    400,
    'invalid_request_error',
    'prompt is too long: 210000 tokens > 200000 maximum',
    'prompt-too-long',
    expect.stringContaining('longer context'),
  ],
  [400, 'invalid_request_error', 'Your credit balance is too low', 'model-refused', expect.stringContaining('credit')],
  [529, 'overloaded_error', 'Overloaded', 'model-timeout', expect.stringContaining('Try again later')],
] as const)('%i %s is explained', async (status, type, message, code, hint) => {
  const { model } = await openOn({ fault: (_, n) => (n < 0 ? null : refusal(status, type, message)) });
  const error = await collect(model, chat()).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code, hint });
  expect(JSON.stringify([String(error), (error as Error).cause])).not.toContain('very-secret');
});

it('report cline#11920: a missing model is named with its like; the address may end in /v1 or a route', async () => {
  const { provider, server } = await on();
  await expect(provider.open('claude-sonnet-4-5')).rejects.toMatchObject({ code: 'model-missing', hint: `--model ${name}` });
  for (const end of ['/v1', '/v1/messages', '/']) {
    const other = createAnthropicProvider({ baseUrl: `${server.url}${end}`, apiKey });
    expect((await other.list()).map((model) => model.name)).toContain(name);
  }
  await expect(provider.suggest?.()).rejects.toMatchObject({ code: 'model-missing', hint: `--model ${name}` });
});

import { expect, it } from 'vitest';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { openOn } from './open-ollama.ts';

const jsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, parameters: { type: 'array' } },
  required: ['name', 'parameters'],
};

it('pain 8: invalid JSON from a thinking model is asked for again without thinking', async () => {
  const { model, server } = await openOn({
    fault: (_, n) => (n === 0 ? { type: 'text', text: '{"name": "add", "param', thinking: 'Hm.' } : null),
  });
  const collected = await collect(model, chat({ jsonSchema }));
  expect(server.generations.map(({ body }) => body.think)).toEqual([undefined, false]);
  expect(JSON.parse(collected.ends.get(0)?.text ?? '')).toHaveProperty('parameters');
  expect(collected.built.get(0)).toBe(collected.ends.get(0)?.text);
});

it.each([
  ['pain 9: prose where think:false dropped the format', 'Sure, the name is add.'],
  ['pain 10: JSON that a server which ignores schemas made up', '{"function": "add"}'],
])('%s is found by our own check, tried again, and handed on with a warning', async (_title, text) => {
  const { model, server } = await openOn({ fault: (_, n) => (n < 0 ? null : { type: 'text', text }) });
  const collected = await collect(model, chat({ jsonSchema }));
  expect(server.generations).toHaveLength(2);
  expect(server.generations[0]?.body.format).toEqual(jsonSchema);
  expect(collected.ends.get(0)?.text).toBe(text);
  expect(collected.warnings).toEqual([expect.objectContaining({ feature: 'json-schema' })]);
});

it('a schema that the server cannot compile is refused at once, without retries', async () => {
  const { model, server } = await openOn({
    fault: (_, n) => (n < 0 ? null : { type: 'status', status: 500, body: '{"error":"invalid JSON schema in format"}' }),
  });
  await expect(collect(model, chat({ jsonSchema }))).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('invalid JSON schema'),
  });
  expect(server.generations).toHaveLength(1);
});

it('pain 17: nothing that is sent needs tools', async () => {
  const { model, server } = await openOn({});
  await collect(model, chat());
  expect(server.generations[0]?.body).not.toHaveProperty('tools');
});

it('continues a given beginning of the answer, and drops one that the model repeats', async () => {
  const prefill = '```python\ndef add(a, b):';
  const { model, server } = await openOn({ fault: (_, n) => (n === 0 ? { type: 'text', text: `${prefill}\n    return a + b\n` } : null) });
  expect(model.capabilities.promptForms).toEqual(['chat', 'chat-prefill', 'completion']);
  const repeated = await collect(model, chat({ form: 'chat-prefill', prefill }));
  expect(repeated.ends.get(0)?.text).toBe('\n    return a + b\n');
  expect(server.generations[0]?.body.messages?.at(-1)).toEqual({ role: 'assistant', content: prefill });
});

it('pain 18: a model without a template is loaded while it is opened; only the forms that it has are offered', async () => {
  const base = await openOn({ template: '{{ .Prompt }}' });
  expect(base.model.capabilities.promptForms).toEqual(['completion']);
  await collect(base.model, chat({ form: 'completion', messages: [{ role: 'user', content: 'def add(a, b):' }] }));
  // Nothing asks such a model what its template does, so it is loaded by itself.
  expect(base.server.generations[0]).toMatchObject({ path: '/api/generate', body: { keep_alive: '30m', options: { num_ctx: 8192 } } });
  expect(base.server.generations[0]?.body).not.toHaveProperty('prompt');
  expect(base.server.generations[1]).toMatchObject({ path: '/api/generate', body: { raw: true, prompt: 'def add(a, b):' } });
  const closing = '{{- range .Messages }}<{{ .Role }}>{{ .Content }}</s>{{ end }}';
  const old = await openOn({ noDebugRender: true, template: closing });
  expect(old.model.capabilities.promptForms).toEqual(['chat', 'completion']);
});

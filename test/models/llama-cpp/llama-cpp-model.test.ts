import { afterAll, beforeAll, test } from 'vitest';
import { createLlamaCppProvider } from '../../../src/models/llama-cpp/llama-cpp-provider.ts';
import type { CompletionPart, CompletionRequest, Model } from '../../../src/ports/model.ts';
import { compiledChild } from './compiled-child.ts';
import { testCache } from './test-cache.ts';

let model: Model;

beforeAll(async () => {
  model = await createLlamaCppProvider({ cacheFolder: await testCache(), childEntry: await compiledChild() }).open('smollm2');
}, 120_000);

afterAll(() => model.close());

async function collect(request: CompletionRequest): Promise<CompletionPart[]> {
  const parts: CompletionPart[] = [];
  for await (const part of model.complete(request)) parts.push(part);
  return parts;
}

test('smoke', async () => {
  console.log(model.capabilities);
  const t = performance.now();
  const parts = await collect({
    form: 'chat-prefill',
    messages: [
      { role: 'user', content: 'Sum of the numbers in xs' },
      {
        role: 'assistant',
        content: '```python\ndef total(xs):\n    result = 0\n    for x in xs:\n        result += x\n    return result\n```',
      },
      { role: 'user', content: 'Greatest common divisor of a and b' },
    ],
    prefill: '```python\ndef gcd(a, b):',
    seeds: Array.from({ length: 40 }, (_, i) => i + 1),
    temperature: 0.5,
    maxTokens: 80,
    stop: [{ type: 'text', text: '```' }, { type: 'dedent' }],
  });
  const ends = parts.filter((part) => part.type === 'sample-end');
  console.log(
    performance.now() - t,
    ends.length,
    ends.reduce((s, e) => s + e.usage.completionTokens, 0),
  );
  console.log(ends.slice(0, 4));
  console.log(await model.countTokens([{ role: 'user', content: 'hello' }]));
  console.log(
    await model.decide({
      prompt: 'Which is a fruit?',
      options: [
        { id: 'x', description: 'apple' },
        { id: 'y', description: 'car' },
      ],
    }),
  );
});

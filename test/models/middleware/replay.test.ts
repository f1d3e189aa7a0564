import { expect, it } from 'vitest';
import { AppError } from '../../../src/domain/app-error.ts';
import type { Recording } from '../../../src/domain/recording.ts';
import { recordReplies } from '../../../src/models/middleware/record-replies.ts';
import { createReplayModel } from '../../../src/models/middleware/replay-model.ts';
import { createScriptedModel, type Script } from '../../../src/models/scripted/scripted-model.ts';
import type { CompletionRequest, Model } from '../../../src/ports/model.ts';
import { collect, describeModel } from '../../conformance/model.ts';

const ask = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  purpose: 'sample',
  form: 'chat',
  messages: [{ role: 'user', content: 'Write add(a, b).' }],
  seeds: [11],
  temperature: 0.8,
  maxTokens: 200,
  stop: [],
  ...changes,
});

/** A model that is recorded, and what it said so far as a model of its own. */
function recorded(script: Script): { readonly model: Model; readonly replay: () => Model; readonly replies: Recording['replies'] } {
  const replies: Recording['replies'][number][] = [];
  const scripted = createScriptedModel(script);
  const { backend, id, capabilities } = scripted;
  return {
    model: recordReplies(scripted, (reply) => replies.push(reply)),
    replies,
    replay: () => createReplayModel({ model: { backend, id, demo: false, capabilities }, replies }),
  };
}

const long = 'Here is the function:\n\n```python\ndef add(a, b):\n    return a + b\n```\nIt adds its arguments and returns what they make.';
describeModel('scripted, recorded', async () =>
  recordReplies(
    createScriptedModel({
      capabilities: { jsonSchema: false },
      replies: [{ replies: [{ text: long, tokenMs: 1 }, `${long} Always.`], whenUsedUp: 'cycle' }],
    }),
    () => undefined,
  ),
);

it('says again what was said: samples by their seeds, in their order, with their counts and warnings', async () => {
  const { model, replay } = recorded({
    replies: (_request, { seed }) => ({ text: `answer ${seed}`, tokenMs: seed, logprob: -seed }),
    warnings: [{ feature: 'seed', detail: 'seeds are ignored here' }],
  });
  const original = await collect(model, ask({ seeds: [9, 1, 5] }));
  const again = await collect(replay(), ask({ seeds: [9, 1, 5] }));
  expect([...again.ends]).toEqual([...original.ends]);
  expect(again.warnings).toEqual(original.warnings);
  expect(again.built).toEqual(original.built);
  // A resumed run had asked for these in two calls.
  const other = await collect(replay(), ask({ seeds: [5, 9] }));
  expect([other.ends.get(0)?.text, other.ends.get(1)?.text]).toEqual(['answer 5', 'answer 9']);
});

it('a decision is repeated with its probabilities', async () => {
  const { model, replay } = recorded({ replies: [], decide: () => [0.1, 0.7] });
  const question = {
    prompt: 'Which?',
    options: [
      { id: 'a', description: 'A' },
      { id: 'b', description: 'B' },
    ],
  } as const;
  expect(
    await replay()
      .decide(question)
      .catch((error: unknown) => error),
  ).toMatchObject({ code: 'not-found' });
  const decision = await model.decide(question);
  expect(await replay().decide(question)).toEqual(decision);
});

it('a request that the recording does not hold is an error that says what to do', async () => {
  const { model, replay } = recorded({ replies: [{ replies: ['yes'] }] });
  await collect(model, ask());
  await expect(collect(replay(), ask({ seeds: [12] }))).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('(sample)'),
    hint: expect.stringContaining('anneal run'),
  });
  await expect(collect(replay(), ask({ purpose: 'tests', messages: [{ role: 'user', content: 'Write tests.' }] }))).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('a prompt that quotes what programs did may differ: the reply to the same purpose and seeds is used, with a warning', async () => {
  const { model, replay } = recorded({ replies: [{ replies: ['first repair', 'second repair'] }] });
  const repair = (text: string, seed: number) => ask({ purpose: 'repair', seeds: [seed], messages: [{ role: 'user', content: text }] });
  await collect(model, repair('it took 5.01 s', 1));
  await collect(model, repair('it took 5.02 s', 2));
  const again = await collect(replay(), repair('it took 4.99 s', 2));
  expect(again.ends.get(0)?.text).toBe('second repair');
  expect(again.warnings).toEqual([expect.objectContaining({ feature: 'replay' })]);
});

it('what was not waited for then is not waited for now', async () => {
  const stop = new AbortController();
  const { model, replay, replies } = recorded({
    replies: (_request, { seed }) => ({ text: `answer ${seed}`, delayMs: seed === 2 ? 10_000 : 0 }),
  });
  const running = (async () => {
    for await (const part of model.complete(ask({ seeds: [1, 2] }), { signal: stop.signal }))
      if (part.type === 'sample-end') stop.abort('decided');
  })();
  await expect(running).rejects.toBe('decided');
  expect(replies.map(({ reply }) => reply.type)).toEqual(['sample', 'aborted']);
  const again = new AbortController();
  const texts: string[] = [];
  const replaying = (async () => {
    for await (const part of replay().complete(ask({ seeds: [1, 2] }), { signal: again.signal }))
      if (part.type === 'sample-end') texts.push(part.text);
  })();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(texts).toEqual(['answer 1']);
  again.abort('decided');
  await expect(replaying).rejects.toBe('decided');
});

it('an error comes again as it was', async () => {
  const failure = new AppError('model-refused', 'the server has no such model', 'ollama pull x');
  const { model, replay } = recorded({ replies: [{ replies: [{ text: '', failure }] }] });
  await expect(collect(model, ask())).rejects.toBe(failure);
  await expect(collect(replay(), ask())).rejects.toMatchObject({ code: 'model-refused', message: failure.message, hint: failure.hint });
});

import { connect } from 'node:net';
import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStarts } from '../../src/surfaces/http/openai/start-in-turn.ts';
import { type FakeOllama, type SeenRequest, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { type RealService, realService } from './real-service.ts';
import { tinyServer } from './tiny-server.ts';

const promptOf = ({ body }: SeenRequest): string => (body.messages ?? []).map(({ content }) => content).join('\n');

/** Doubles or triples numbers, and has words of its own for everything else. */
function reply(request: SeenRequest): string {
  const prompt = promptOf(request);
  if (request.body.format !== undefined && /colou?r/.test(prompt)) return '{"name": "red"}';
  const asked = prompt.match(/<request>\n([\s\S]*?)<\/request>/)?.[1];
  if (asked === undefined) return /commit/.test(prompt) ? 'feat: double numbers' : 'Use a loop:\n\n```c\nfor (;;) {}\n```';
  if (!prompt.includes('without tests')) return 'none';
  if (prompt.includes('import same')) return '```python\nfrom lib.tools import same\n\n\ndef f(x):\n    return same(x) * 3\n```';
  const other = prompt.includes('def other') ? '\n\ndef other():\n    return 1' : '';
  return `\`\`\`python\ndef f(x):\n    v = ${request.body.options?.seed ?? 0}\n    return x * ${/triple/i.test(asked) ? 3 : 2}${other}\n\`\`\``;
}

let ollama: FakeOllama;
let service: RealService;
let client: OpenAI;
beforeAll(async () => {
  const tooLong = { type: 'status', status: 400, body: '{"error":"the input length exceeds the context length"}' } as const;
  ollama = await startFakeOllama({
    fault: (request) => (promptOf(request).includes('endless') ? tooLong : { type: 'text', text: reply(request) }),
    tokenMs: 0,
  });
  service = await realService(ollama);
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'none', maxRetries: 0 });
});
afterAll(async () => {
  await service.close();
  await ollama.close();
});

type Message = OpenAI.Chat.ChatCompletionMessageParam;
const user = (content: string): Message => ({ role: 'user', content });
type Anneal = {
  runId: string | null;
  status: string;
  verified: boolean;
  cut: string | null;
  reason?: string;
  warnings: { feature: string }[];
};

async function ask(messages: readonly Message[], more: Partial<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming> = {}) {
  const answer = await client.chat.completions.create({ model: 'anneal', messages: [...messages], ...more });
  const choice = answer.choices[0];
  const { anneal } = answer as unknown as { anneal: Anneal };
  return { answer, text: choice?.message.content ?? '', finish: choice?.finish_reason, anneal };
}

const failure = async (work: Promise<unknown>): Promise<APIError> => {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof APIError)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
};

const double = 'Double a number with the Python function f(x). f(2) returns 4';

describe('OpenAI’s protocol, through the official client', () => {
  test('lists its model, by the name that requests use', async () => {
    const models = await client.models.list();
    expect(models.data).toMatchObject([{ id: 'anneal/ollama:qwen2.5-coder:1.5b', object: 'model', owned_by: 'anneal' }]);
    expect(await client.models.retrieve('anneal/ollama:qwen2.5-coder:1.5b')).toMatchObject({ object: 'model' });
    expect(await failure(client.models.retrieve('gpt-4'))).toBeInstanceOf(NotFoundError);
    const other = await failure(ask([user(double)], { model: 'gpt-4' }));
    expect(other).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
  });

  test('a request for a program gets prose, one fenced block, a footer and the evidence', async () => {
    const { answer, text, finish, anneal } = await ask([user(double)], { model: 'anneal/ollama:qwen2.5-coder:1.5b' });
    expect(text).toMatch(/^Passes 1 of 1 examples[^\n]*\n\n```python\ndef f\(x\):\n[\s\S]*x \* 2\n```\n\n\*Anneal: verified · [^\n]+\*$/);
    expect(finish).toBe('stop');
    expect(anneal).toMatchObject({
      status: 'success',
      verified: true,
      cut: null,
      evidence: { integrity: 'oracle-outside', tests: expect.arrayContaining([expect.objectContaining({ call: 'f(2)', passed: true })]) },
    });
    expect(answer.usage?.prompt_tokens).toBeGreaterThan(0);
    expect(answer.usage?.total_tokens).toBe((answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0));
    expect(await service.get(`/api/runs/${anneal.runId}`)).toMatchObject({ status: 'success' });
  });

  test('a stream begins with the role, ends with a finish, evidence and usage, and says the same', async () => {
    const stream = await client.chat.completions.create({
      model: 'anneal',
      messages: [user(double)],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.Chat.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect(text).toContain('return x * 2');
    const last = chunks.at(-2) as unknown as { anneal: Anneal; choices: { finish_reason: string }[] };
    expect(last).toMatchObject({ anneal: { verified: true }, choices: [{ finish_reason: 'stop' }] });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    // The client's own helper puts it together too.
    const helped = client.chat.completions.stream({ model: 'anneal', messages: [user(double)] });
    expect((await helped.finalMessage()).content).toContain('return x * 2');
  });

  test('a program of the history is revised, under what was stated of it', async () => {
    const first = await ask([user(double)]);
    const before = ollama.generations.length;
    const second = await ask([user(double), { role: 'assistant', content: first.text }, user('Triple it instead: f(2) returns 6')]);
    expect(second.text).toContain('x * 3');
    expect(second.anneal).toMatchObject({
      verified: true,
      evidence: { tests: expect.arrayContaining([expect.objectContaining({ call: 'f(2)', expected: '6' })]) },
    });
    const prompts = ollama.generations.slice(before).map(promptOf);
    expect(prompts.some((prompt) => /<program>\ndef f\(x\)[\s\S]*<\/program>/.test(prompt))).toBe(true);
    expect(prompts.some((prompt) => prompt.includes('Earlier messages, oldest first:\n- Double a number'))).toBe(true);
    const inOne = await ask([user('Triple the result, f(2) returns 6:\n\n```python src/f.py\ndef f(x):\n    return x * 2\n```')]);
    expect(inOne.text).toContain('x * 3');
  });

  test('what is no request for a program comes from the model itself, labelled', async () => {
    const commit = await ask([
      { role: 'system', content: 'You generate concise, one-line Git commit messages based on the provided diffs.' },
      user('diff --git a/f.py b/f.py\n+def f(x):\n+    return x * 2'),
    ]);
    expect(commit.text).toBe('feat: double numbers');
    expect(commit.anneal).toMatchObject({ status: 'unverified', verified: false, runId: null, reason: expect.stringContaining('commit') });
    const question = await ask([user('What is a loop in C?')]);
    expect(question.text).toMatch(/```\n\n\*Anneal: unverified/);
    const data = await ask([user('Name a colour.')], {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'colour', schema: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    });
    expect(JSON.parse(data.text)).toEqual({ name: 'red' });
    expect(ollama.generations.at(-1)?.body.format).toMatchObject({ type: 'object' });
    const streamed = await client.chat.completions.create({ model: 'anneal', messages: [user('What is a loop in C?')], stream: true });
    let text = '';
    for await (const { choices } of streamed) text += choices[0]?.delta.content ?? '';
    expect(text).toBe(question.text);
  });

  test('max_tokens and stop bound the answer, and say so', async () => {
    const short = await ask([user(double)], { max_tokens: 30 });
    expect(short.text).not.toContain('Anneal:');
    const cut = await ask([user(double)], { max_completion_tokens: 5 });
    expect(cut).toMatchObject({ finish: 'length', anneal: { cut: 'length', verified: false } });
    const stopped = await ask([user(double)], { stop: ['return'] });
    expect(stopped.text).toMatch(/v = \d+\n {4}$/);
    expect(stopped).toMatchObject({ finish: 'stop', anneal: { cut: 'stop', verified: false } });
    await ask([user(double)], { temperature: 0.3, seed: 7, user: 'me' });
    expect(ollama.generations.some(({ body }) => body.options?.temperature === 0.3)).toBe(true);
  });

  test('what cannot be honoured is refused with the field’s name', async () => {
    const refused = async (more: object, messages: readonly Message[] = [user(double)]) => {
      const error = await failure(client.chat.completions.create({ model: 'anneal', messages: [...messages], ...more }));
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error.type).toBe('invalid_request_error');
      return error.param;
    };
    const tool = { type: 'function', function: { name: 'f', parameters: {} } };
    expect(await refused({ n: 100 })).toBe('n');
    expect(await refused({ tools: [tool] })).toBe('tools');
    expect(await refused({ tools: [tool], tool_choice: 'required' })).toBe('tools');
    expect(await refused({ logprobs: true })).toBe('logprobs');
    expect(await refused({ top_p: 0.5 })).toBe('top_p');
    expect(await refused({ temperature: 9 })).toBe('temperature');
    expect(await refused({ frequency_penalty: 1 })).toBe('frequency_penalty');
    expect(await refused({ invented: 1 })).toBe('invented');
    expect(await refused({ response_format: { type: 'xml' } })).toBe('response_format.type');
    expect(await refused({ anneal: { path: '/etc/passwd' } })).toContain('anneal');
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,' } } as const;
    expect(await refused({}, [{ role: 'user', content: [{ type: 'text', text: double }, image] }])).toBe('messages.0.content.1');
    expect(await refused({}, [user(double), { role: 'assistant', content: 'def' }])).toBe('messages');
    expect(await refused({}, [user('  ')])).toBe('messages.0.content');
    expect(await refused({ messages: [] })).toBe('messages');
    // What asks for nothing is let through.
    const harmless = { n: 1, top_p: 1, tools: [], presence_penalty: 0, logit_bias: {}, parallel_tool_calls: true, metadata: { a: 'b' } };
    const { anneal } = await ask([user(double)], harmless as object);
    expect(anneal.warnings.map(({ feature }) => feature)).toContain('metadata');
    expect((await ask([user(double)], { tools: [tool], tool_choice: 'none' } as object)).anneal.verified).toBe(true);
  });

  test('every field that the official client knows is honoured, taken as a label, or refused by its name', async () => {
    type Known = Exclude<keyof OpenAI.Chat.ChatCompletionCreateParams, 'model' | 'messages'>;
    // A newer client with a field that is not here does not compile.
    const asking: Record<Known, { readonly value: unknown; readonly refused: boolean }> = {
      audio: { value: { format: 'mp3', voice: 'alloy' }, refused: true },
      frequency_penalty: { value: 0.5, refused: true },
      function_call: { value: { name: 'f' }, refused: true },
      functions: { value: [{ name: 'f' }], refused: true },
      logit_bias: { value: { 5: 1 }, refused: true },
      logprobs: { value: true, refused: true },
      max_completion_tokens: { value: 400, refused: false },
      max_tokens: { value: 400, refused: false },
      metadata: { value: { a: 'b' }, refused: false },
      modalities: { value: ['text', 'audio'], refused: true },
      moderation: { value: { model: 'x' }, refused: true },
      n: { value: 2, refused: true },
      parallel_tool_calls: { value: true, refused: false },
      prediction: { value: { type: 'content', content: 'x' }, refused: true },
      presence_penalty: { value: 0.5, refused: true },
      prompt_cache_key: { value: 'k', refused: false },
      prompt_cache_options: { value: {}, refused: false },
      prompt_cache_retention: { value: '24h', refused: false },
      reasoning_effort: { value: 'high', refused: true },
      response_format: { value: { type: 'text' }, refused: false },
      safety_identifier: { value: 'me', refused: false },
      seed: { value: 5, refused: false },
      service_tier: { value: 'flex', refused: true },
      stop: { value: ['never there'], refused: false },
      store: { value: true, refused: true },
      stream: { value: false, refused: false },
      stream_options: { value: { include_usage: true }, refused: false },
      temperature: { value: 1.5, refused: false },
      tool_choice: { value: 'required', refused: true },
      tools: { value: [{ type: 'function', function: { name: 'f' } }], refused: true },
      top_logprobs: { value: 3, refused: true },
      top_p: { value: 0.1, refused: true },
      user: { value: 'me', refused: false },
      verbosity: { value: 'low', refused: true },
      web_search_options: { value: {}, refused: true },
    };
    const taken = Object.fromEntries(Object.entries(asking).flatMap(([name, { value, refused }]) => (refused ? [] : [[name, value]])));
    const { anneal } = await ask([user(double)], taken);
    const without = ['user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'];
    expect(anneal.warnings.map(({ feature }) => feature)).toEqual(expect.arrayContaining(without));
    for (const [name, { value, refused }] of Object.entries(asking)) {
      if (!refused) continue;
      const error = await failure(ask([user(double)], { [name]: value }));
      expect(error, name).toMatchObject({ status: 400, param: name, type: 'invalid_request_error', code: expect.any(String) });
      expect(error.message, name).toMatch(/Leave it out/);
    }
    const wrong = { temperature: 9, max_tokens: 0, seed: 1.5, stop: ['a', 'b', 'c', 'd', 'e'], stream: 'yes', stream_options: 1, n: 0 };
    for (const [name, value] of Object.entries(wrong))
      expect(await failure(ask([user(double)], { [name]: value } as object)), name).toMatchObject({ status: 400, param: name });
  });

  test('a request that does not fit into the model’s context has the code that clients look for, whole and streamed', async () => {
    for (const content of ['What is endless?', `${double}. An endless text.`]) {
      const error = await failure(ask([user(content)]));
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', type: 'invalid_request_error', param: 'messages' });
      const stream = await client.chat.completions.create({ model: 'anneal', messages: [user(content)], stream: true });
      const read = async () => {
        for await (const _ of stream);
      };
      expect(await failure(read())).toMatchObject({ code: 'context_length_exceeded', param: 'messages' });
    }
  });

  test.each([
    [{ type: 'objekt' }, 'type'],
    [{ type: 'object', properties: { a: { type: 'strin' } } }, 'properties.a.type'],
    [{ type: 'object', properties: [] }, 'properties'],
    [{ type: 'object', required: 'a' }, 'required'],
    [{ type: 'array', items: { anyOf: [] } }, 'items.anyOf'],
    [{ $ref: '#/$defs/x' }, '$ref'],
    [{ $ref: 'https://example.com/schema.json' }, '$ref'],
    [{ properties: { a: { pattern: '(' } } }, 'properties.a.pattern'],
    [{ properties: { a: { minLength: -1 } } }, 'properties.a.minLength'],
    [{ properties: { a: 5 } }, 'properties.a'],
  ])('a schema that is none is refused with the place of its fault: %j', async (schema, place) => {
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
    const error = await failure(ask([user('Name a colour.')], { response_format: format } as object));
    expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param: `response_format.json_schema.schema.${place}` });
    expect(error.message).toContain(place);
  });

  test('schemas of every kind and depth get an answer', async () => {
    const nested = (levels: number): object => (levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) });
    const good = {
      $defs: { colour: { enum: ['red', 'blue'] } },
      type: ['object', 'null'],
      properties: { name: { anyOf: [{ $ref: '#/$defs/colour' }, { type: 'null' }] }, rest: true, 'a/b': { type: 'number', minimum: 0 } },
      additionalProperties: false,
      items: [{ type: 'string' }],
    };
    const ofSchema = (schema: unknown) => ({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }) as object;
    expect(JSON.parse((await ask([user('Name a colour.')], ofSchema(good))).text)).toEqual({ name: 'red' });
    expect(await failure(ask([user('Name a colour.')], ofSchema(nested(500))))).toMatchObject({ status: 400 });
  });

  test('other parts of the protocol are 404, with what to do instead', async () => {
    const told = async (work: Promise<unknown>) => {
      const error = await failure(work);
      expect(error).toMatchObject({ status: 404, type: 'not_found_error', param: null, code: 'not-found' });
      return error.message;
    };
    expect(await told(client.completions.create({ model: 'anneal', prompt: 'x' }))).toContain('POST /v1/chat/completions');
    expect(await told(client.responses.create({ model: 'anneal', input: 'x' }))).toContain('client.chat.completions.create');
    expect(await told(client.embeddings.create({ model: 'anneal', input: 'x' }))).toContain('embeddings');
    expect(await told(client.files.list())).toContain('/v1/models');
  });

  test('content in parts of text is read as one text, as editors send it', async () => {
    const parts = double.split(' ').map((word) => ({ type: 'text' as const, text: `${word} ` }));
    expect((await ask([{ role: 'user', content: parts }])).anneal.verified).toBe(true);
  });

  test('trusted examples and the like can be sent beside the messages', async () => {
    const { anneal, text } = await ask([user('Multiply a number')], {
      anneal: { language: 'python', signature: 'def f(x)', examples: ['f(5) == 10'] },
    } as object);
    expect(text).toContain('x * 2');
    expect(JSON.stringify(anneal)).toContain('"call":"f(5)"');
  });

  test('the shapes of aider and Continue are read: a whole file is listed under its name, and patches are refused', async () => {
    const listing =
      'Take requests for changes to the supplied code.\nTo suggest changes to a file you MUST return the entire content of the updated file.\nYou MUST use this *file listing* format:\n\npath/to/filename.js\n```\n// entire file content ...\n```';
    const files =
      'I have *added these files to the chat* so you can go ahead and edit them.\n\nsrc/maths.py\n```\ndef f(x):\n    return x * 2\n\n\ndef other():\n    return 1```\n';
    const messages: Message[] = [
      { role: 'system', content: listing },
      user('Change the greeting to be more casual'),
      { role: 'assistant', content: 'show_greeting.py\n```\ndef greeting(name):\n    print(name)\n```' },
      user("I switched to a new code base. Please don't consider the above files or try to edit them any longer."),
      { role: 'assistant', content: 'Ok.' },
      user(files),
      { role: 'assistant', content: 'Ok, any changes I propose will be to those files.' },
      user(`Make f triple its argument, f(2) returns 6\n\n${listing.slice(listing.indexOf('To suggest'))}`),
    ];
    const { text, anneal } = await ask(messages);
    expect(text).toMatch(/\n\nsrc\/maths\.py\n```\ndef f\(x\):[\s\S]*x \* 3[\s\S]*def other\(\)[\s\S]*\n```\n/);
    expect(anneal).toMatchObject({
      verified: true,
      evidence: { tests: expect.arrayContaining([expect.objectContaining({ call: 'f(2)' })]) },
    });
    const prompt = ollama.generations.map(promptOf).findLast((one) => one.includes('Make f triple')) ?? '';
    expect(prompt).not.toMatch(/file listing|greeting/);
    const two = [
      ...messages.slice(0, 5),
      user(`${files}\nsrc/more.py\n\`\`\`\nx = 1\n\`\`\`\n`),
      ...messages.slice(6, 7),
      user('Improve the code'),
    ];
    expect(await failure(ask(two))).toMatchObject({ status: 400, message: expect.stringContaining('2 files') });
    const patches = [{ role: 'system', content: 'Write *** Begin Patch and *** End Patch.' } as const, user(double)];
    expect(await failure(ask(patches))).toMatchObject({ status: 400, message: expect.stringContaining('--edit-format whole') });
    const continued = await ask(
      [{ role: 'system', content: 'You are in chat mode. Include the language and file name in the info string.' }, user(double)],
      { max_tokens: 2048, temperature: 0.1, stream: false },
    );
    expect(continued.anneal.verified).toBe(true);
  });
});

describe('several files in one request', () => {
  const files =
    'I have *added these files to the chat* so you can go ahead and edit them.\n\nlib/tools.py\n```\ndef same(x):\n    return x\n```\n\nf.py\n```\nfrom lib.tools import same\n\n\ndef f(x):\n    return same(x) * 2\n```\n\nREADME.md\n```\nNotes\n```\n';
  const request = (system: string): readonly Message[] => [
    { role: 'system', content: system },
    user(files),
    { role: 'assistant', content: 'Ok, any changes I propose will be to those files.' },
    user('Make f triple its argument, f(2) returns 6'),
  ];

  test('the one that defines what is named is changed, with the others beside it when it runs, in the form that the editor applies', async () => {
    const blocks = await ask(request('All changes to files must use this *SEARCH/REPLACE block* format.'));
    expect(blocks.text).toMatch(/\n\nf\.py\n```python\n<<<<<<< SEARCH\n[\s\S]*x\) \* 2\n=======\n[\s\S]*x\) \* 3\n>>>>>>> REPLACE\n```\n/);
    expect(blocks.anneal).toMatchObject({ verified: true, status: 'success' });
    const diff = await ask(request('Return edits similar to unified diffs that `diff -U0` would produce.'));
    expect(diff.text).toMatch(/\n```diff\n--- a\/f\.py\n\+\+\+ b\/f\.py\n@@ [\s\S]*\n-[^\n]* \* 2\n\+[^\n]* \* 3\n```\n/);
    const prompt = ollama.generations.map(promptOf).findLast((one) => one.includes('def same')) ?? '';
    expect(prompt).toContain('lib/tools.py');
    expect(prompt).not.toMatch(/SEARCH|README/);
  });

  test('agents that write their calls of tools as text get the model’s own words', async () => {
    const { anneal } = await ask([{ role: 'system', content: 'Tool use is formatted using XML-style tags.' }, user(double)]);
    expect(anneal).toMatchObject({ status: 'unverified', reason: 'the system prompt asks for calls of tools' });
  });
});

describe('around it', () => {
  test('a caller who leaves before the answer ends the run too', async () => {
    const server = await tinyServer({ delayMs: 200 });
    try {
      const leave = new AbortController();
      const caller = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
      const body = { model: 'anneal', messages: [user(double)], ...{ anneal: { candidates: 100 } } };
      const asked = caller.chat.completions.create(body, { signal: leave.signal }).catch(() => null);
      const first = async () => ((await server.ask('GET', '/api/runs')).body.items as { phase: string; status: string }[])[0];
      await expect.poll(async () => (await first())?.phase).toBe('running');
      leave.abort();
      await asked;
      await expect.poll(async () => (await first())?.status).toBe('cancelled');
    } finally {
      await server.close();
    }
  });

  test('a stream whose reader leaves ends its run', async () => {
    const server = await tinyServer({ delayMs: 200 });
    try {
      const leave = new AbortController();
      const reader = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
      const stream = await reader.chat.completions.create(
        { model: 'anneal', messages: [user(double)], stream: true, ...{ anneal: { candidates: 100 } } },
        { signal: leave.signal },
      );
      for await (const _chunk of stream) break;
      leave.abort();
      await expect
        .poll(async () => ((await server.ask('GET', '/api/runs')).body.items as { status: string }[])[0]?.status)
        .toBe('cancelled');
    } finally {
      await server.close();
    }
  });

  test('the token goes where clients send their key; a full queue is 429 with Retry-After; a lack of JSON is told in the protocol’s words', async () => {
    const server = await tinyServer(
      { delayMs: 3000 },
      { access: { token: 'secret-token', onLoopback: true, hosts: [] }, parallel: 1, mostQueued: 1 },
    );
    try {
      const authorization = { authorization: 'Bearer secret-token' };
      const options = { baseURL: `${server.url}/v1`, maxRetries: 0 };
      expect(await failure(new OpenAI({ ...options, apiKey: 'wrong' }).models.list().then())).toBeInstanceOf(AuthenticationError);
      const right = new OpenAI({ ...options, apiKey: 'secret-token' });
      expect((await right.models.list()).data).toHaveLength(1);
      const body = { model: 'anneal', messages: [user(double)], stream: true as const };
      const phases = async () =>
        ((await server.ask('GET', '/api/runs', undefined, authorization)).body.items as { phase: string }[]).map(({ phase }) => phase);
      // One is driven, one waits.
      const streams = [await right.chat.completions.create(body)];
      await expect.poll(phases).toEqual(['running']);
      streams.push(await right.chat.completions.create(body));
      await expect.poll(phases).toEqual(['queued', 'running']);
      const busy = await failure(right.chat.completions.create(body).then());
      expect(busy).toBeInstanceOf(RateLimitError);
      expect(busy).toMatchObject({ code: 'rate_limit_exceeded', headers: expect.objectContaining({}) });
      expect(busy.headers?.get('retry-after')).toBe('5');
      for (const stream of streams) stream.controller.abort();
      const broken = await server.ask('POST', '/v1/chat/completions', '{"model"', authorization);
      expect(broken).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', message: expect.stringContaining('JSON') } },
      });
      expect((await server.ask('POST', '/v1/responses', {}, authorization)).body).toMatchObject({
        error: { message: expect.stringContaining('/v1/chat/completions'), type: 'not_found_error' },
      });
      expect((await server.ask('GET', '/v1/nothing', undefined, authorization)).body).toMatchObject({
        error: { code: 'not-found', param: null },
      });
    } finally {
      await server.close();
    }
  });

  test('50 readers at once: each has its first bytes while one run is driven', async () => {
    const server = await tinyServer({ delayMs: 100 }, { parallel: 1 });
    try {
      const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
      const body = { model: 'anneal', messages: [user(double)], stream: true as const };
      const streams = await Promise.all(Array.from({ length: 50 }, () => client.chat.completions.create(body)));
      const firsts = await Promise.all(streams.map(async (stream) => (await stream[Symbol.asyncIterator]().next()).value));
      expect(firsts.every((chunk) => chunk?.choices[0]?.delta.role === 'assistant')).toBe(true);
      for (const stream of streams) stream.controller.abort();
    } finally {
      await server.close();
    }
  });

  test('work begins one at a time, and what came in meanwhile is looked at in between', async () => {
    const mayStart = createStarts();
    const seen: string[] = [];
    const look = (): void => {
      seen.push('look');
      if (seen.filter((what) => what === 'work').length < 5) setImmediate(look);
    };
    setImmediate(look);
    await Promise.all(Array.from({ length: 5 }, () => mayStart().then(() => seen.push('work'))));
    expect(seen.join(' ')).not.toContain('work work');
    // Whoever comes later is not forgotten.
    await mayStart();
  });

  test('a stream is sent as it comes, in chunks where the client knows them', async () => {
    const server = await tinyServer();
    try {
      const ask = (version: string): Promise<string> =>
        new Promise((resolve, reject) => {
          const body = JSON.stringify({ model: 'anneal', messages: [user(double)], stream: true });
          const { host, port } = new URL(server.url);
          const socket = connect(Number(port), '127.0.0.1', () =>
            socket.write(
              `POST /v1/chat/completions HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
            ),
          );
          let text = '';
          socket.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          socket.on('close', () => resolve(text)).on('error', reject);
        });
      const now = await ask('1.1');
      expect(now).toMatch(/^HTTP\/1\.1 200 [\s\S]*transfer-encoding: chunked[\s\S]*\r\n\r\n[\da-f]+\r\ndata: /i);
      expect(now).toMatch(/data: \[DONE\]/);
      const before = await ask('1.0');
      expect(before).not.toMatch(/transfer-encoding/i);
      expect(before).toMatch(/\r\n\r\ndata: [\s\S]*data: \[DONE\]\n\n$/);
    } finally {
      await server.close();
    }
  });

  test('a quiet stream is kept alive by comments, and what fails in it is told in it', async () => {
    const server = await tinyServer({ delayMs: 150, fail: { after: 1, error: new Error('broken') } });
    try {
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'anneal', messages: [user(double)], stream: true }),
      });
      const text = await response.text();
      expect(text).toMatch(/^data: \{"id":"chatcmpl-/);
      expect(text).toContain(': still here\n\n');
      expect(text).toMatch(/data: \{"error":\{"message":"[^"]+","type":"server_error","param":null,"code":"internal"\}\}\n\n$/);
    } finally {
      await server.close();
    }
  });
});

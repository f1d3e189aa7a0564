import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoopbackServer } from '../models/loopback-server.ts';
import { startFaultServer } from '../models/servers/fault-server.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';
import { anneal, type Place } from './anneal.ts';
import { body, fenced } from './board-body.ts';
import { type BodyWriting, openBodyWriting } from './body-writing.ts';

let writing: BodyWriting;
let place: Place;
let replies: string[];
let prompts: string[];

beforeAll(async () => {
  writing = await openBodyWriting();
  ({ place, replies, prompts } = writing);
});
afterAll(() => writing.close());

const create: BodyWriting['create'] = (...args) => writing.create(...args);

const secret = 'tok-4711-never-to-be-seen';

test('a skill is created, asks, posts through the broker with a secret it never holds, and is verified', async () => {
  replies.push(fenced(body));
  const made = await create('Post a card to the board for somebody');
  expect(made.code, made.stderr).toBe(0);
  const skill = JSON.parse(made.stdout) as { name: string; status: string; passed: number };
  expect(skill).toMatchObject({ kind: 'predict-act', status: 'verified', passed: 2, total: 2, root: 'user' });
  expect(prompts.some((prompt) => prompt.includes('Contract of a skill') && prompt.includes('Post a card to the board'))).toBe(true);

  const seen: { authorization: string | undefined; body: string }[] = [];
  const board = await startLoopbackServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    seen.push({ authorization: incoming.headers.authorization, body: Buffer.concat(chunks).toString() });
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 42, echo: incoming.headers.authorization }));
  });
  writing.alsoClose(board);
  const host = board.url.slice('http://'.length);
  const set = await anneal(['skills', 'config', skill.name, `board_url=${board.url}`], { place });
  expect(set.code, set.stderr).toBe(0);
  const hidden = await anneal(['skills', 'config', skill.name, '--secret', 'board_token'], { place, input: `${secret}\n` });
  expect(hidden.stdout).toContain('board_token = (secret)');
  const secretsFile = join(place.home, 'config', 'skill-secrets.json');
  expect((await stat(secretsFile)).mode & 0o077).toBe(0);

  const asked = await anneal(['skills', 'run', skill.name, 'Tidy the shed', '--json', '-b', 'openai', '--base-url', writing.url], {
    place,
  });
  expect(asked.code, asked.stderr).toBe(4);
  const waiting = JSON.parse(asked.stdout) as { runId: string };
  expect(waiting).toMatchObject({ state: 'waiting', result: { needs_input: 'Who is it for?' }, ungranted: [host] });

  const refused = await anneal(['skills', 'answer', waiting.runId, 'ann', '--json'], { place });
  expect(JSON.parse(refused.stdout)).toMatchObject({
    state: 'done',
    result: { action_log: expect.stringContaining(`grant it with --allow-net ${host}`) },
  });
  expect(seen).toEqual([]);

  const again = JSON.parse(
    (await anneal(['skills', 'run', skill.name, 'Tidy the shed', '--json', '-b', 'openai', '--base-url', writing.url], { place })).stdout,
  ) as { runId: string; prediction: unknown };
  const granted = await anneal(['skills', 'answer', again.runId, 'ann', '--json', '--allow-net', host, '--remember'], { place });
  expect(granted.code, granted.stderr).toBe(0);
  const done = JSON.parse(granted.stdout) as { prediction: unknown; decisions: readonly unknown[] };
  expect(done).toMatchObject({
    state: 'done',
    prediction: again.prediction,
    result: { action_log: expect.stringMatching(/^Posted card 42 to (?:todo|done)\.$/) },
    ungranted: [],
  });
  expect(seen).toMatchObject([{ authorization: `Bearer ${secret}` }]);
  expect(JSON.parse(seen[0]?.body ?? '{}')).toMatchObject({ owner: 'ann', text: 'Tidy the shed' });
  expect((await anneal(['skills', 'grant', skill.name], { place })).stdout).toBe(`${host}\n`);
  // What the skill declares a secret stays one, however it is given: here it is neither stored nor shown.
  const typed = 'typed-4711-secret';
  const open = await anneal(['skills', 'run', skill.name, 'x', '--json', '--config', `board_token=${typed}`], { place });
  expect([open.code, `${open.stdout}${open.stderr}`.includes(typed)]).toEqual([4, false]);
  const late = await anneal(['skills', 'answer', again.runId, 'bob'], { place });
  expect([late.code, late.stderr]).toEqual([2, expect.stringMatching(/does not wait for an answer: it is done/)]);

  const files = (await readdir(place.home, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, 'latin1');
    expect([path !== secretsFile && text.includes(secret), text.includes(typed)], path).toEqual([false, false]);
  }
  for (const { stdout, stderr } of [set, hidden, asked, refused, granted]) expect(`${stdout}${stderr}`.includes(secret)).toBe(false);
});

test('a function is made by a run and kept as a verified skill', async () => {
  const writer = await startFaultServer({ speak: speakOpenAi({ kind: 'llama-server' }) });
  writing.alsoClose(writer);
  const asked = ['Add two numbers', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3', '-e', 'add(-1, 1) == 0'];
  const made = await anneal(['skills', 'create', ...asked, '-b', 'openai', '--base-url', writer.url, '--json'], { place });
  expect(made.code, made.stderr).toBe(0);
  const skill = JSON.parse(made.stdout) as { name: string };
  expect(skill).toMatchObject({ kind: 'function', status: 'verified', signature: 'def add(a, b)' });
  // Other words for what is there already: its examples tell, and the decisions that overlooked it are known to be wrong.
  const other = ['Total of a and b', ...asked.slice(1)];
  const there = await anneal(['skills', 'create', ...other, '-b', 'openai', '--base-url', writer.url], { place });
  expect([there.code, there.stderr]).toEqual([2, expect.stringContaining(`the skill ${skill.name} does this already`)]);
  const { stats } = JSON.parse((await anneal(['skills', 'stats', '--kind', 'skill-category', '--json'], { place })).stdout);
  expect(stats[0].judged).toBeGreaterThan(0);
  const ran = await anneal(['skills', 'run', skill.name, '-c', 'add(20, 22)'], { place });
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('42')]);
  const onRequest = await anneal(['skills', 'run', skill.name, 'add one and two'], { place });
  expect([onRequest.code, onRequest.stderr]).toEqual([2, expect.stringMatching(/is run on calls, not on a request/)]);
  const contract = await anneal(['skills', 'create', ...asked, '--contract', 'own.md'], { place });
  expect(contract.stderr).toMatch(/skill contract not found: own\.md/);
});

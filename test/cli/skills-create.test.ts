import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoopbackServer } from '../models/loopback-server.ts';
import { type FaultServer, startFaultServer } from '../models/servers/fault-server.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

const body = `import json
from anneal_skill import ActionResult, DecisionRequest, NetworkError, Option, Prediction

INTEGRATION = {
    "service": "board",
    "transport": "http",
    "config_vars": ["board_url", "board_token"],
    "secrets": ["board_token"],
    "hosts": ["config:board_url"],
}

def predict(ctx, request):
    asked = DecisionRequest(request.text, "Which list does the card belong to?", [Option("todo", "to be done"), Option("done", "finished")])
    result = ctx.engine.call(asked)
    return Prediction(result.selected, [(asked, result)])

def act(ctx, request, prediction):
    if request.user_input is None:
        return ActionResult("Nothing was posted yet.", request.text, needs_input="Who is it for?")
    card = {"list": prediction.text, "text": request.text, "owner": request.user_input}
    try:
        answer = ctx.http.post(ctx.config["board_url"] + "/cards", card, {"Authorization": "Bearer " + ctx.config["board_token"]})
    except NetworkError as error:
        return ActionResult("The board cannot be reached: %s" % error, request.text)
    if answer.status != 201:
        return ActionResult("The board answered HTTP %d." % answer.status, request.text)
    return ActionResult("Posted card %s to %s." % (answer.json()["id"], prediction.text), "card " + str(answer.json()["id"]))
`;
const tests = JSON.stringify([
  {
    request: 'Write the report',
    expect: {
      answers: ['ann'],
      http: [{ method: 'POST', url: '/cards', status: 201, json: { id: 7 } }],
      sent: [{ method: 'POST', body: 'ann' }],
      log: ['7'],
    },
  },
]);

let place: Place;
let server: FaultServer;
let replies: string[] = [];
const servers: { close: () => Promise<void> }[] = [];
const prompts: string[] = [];

beforeAll(async () => {
  place = await makePlace();
  server = await startFaultServer({
    speak: speakOpenAi({
      kind: 'vllm',
      contextTokens: 16_384,
      text: (request) => {
        const prompt = JSON.stringify(request.body);
        prompts.push(prompt);
        if (prompt.includes('You write tests for a small service')) return `\`\`\`json\n${tests}\n\`\`\``;
        if (prompt.includes('You write the body of one skill')) return replies.shift() ?? '';
        return '{}';
      },
    }),
  });
  servers.push(server);
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await place.remove();
});

const create = (...args: readonly string[]) =>
  anneal(['skills', 'create', ...args, '-b', 'openai', '--base-url', server.url, '--json'], { place });
const fenced = (code: string) => `\`\`\`python\n${code}\`\`\``;
const secret = 'tok-4711-never-to-be-seen';

test('a skill is created, asks, posts through the broker with a secret it never holds, and is verified', async () => {
  replies = [fenced(body)];
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
  servers.push(board);
  const host = board.url.slice('http://'.length);
  const set = await anneal(['skills', 'config', skill.name, `board_url=${board.url}`], { place });
  expect(set.code, set.stderr).toBe(0);
  const hidden = await anneal(['skills', 'config', skill.name, '--secret', 'board_token'], { place, input: `${secret}\n` });
  expect(hidden.stdout).toContain('board_token = (secret)');
  const secretsFile = join(place.home, 'config', 'skill-secrets.json');
  expect((await stat(secretsFile)).mode & 0o077).toBe(0);

  const asked = await anneal(['skills', 'run', skill.name, 'Tidy the shed', '--json', '-b', 'openai', '--base-url', server.url], { place });
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
    (await anneal(['skills', 'run', skill.name, 'Tidy the shed', '--json', '-b', 'openai', '--base-url', server.url], { place })).stdout,
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
}, 60_000);

test('bad input is said with its next step, and leaves nothing half made', async () => {
  const missing = await create('Do something useful', '--contract', 'none.md');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/skill contract not found: none\.md/)]);
  await writeFile(join(place.work, 'own.md'), 'My own contract: be brief.\n');
  replies = ['no body here', fenced('def predict(ctx, request):\n    return 1\n')];
  const rejected = await create('Sort the letters of the mail by sender', '--contract', 'own.md');
  expect(rejected.code).toBe(1);
  expect(rejected.stderr).toMatch(/error\[skill-rejected\]: skill body rejected twice: no module-level function act/);
  expect(prompts.at(-1)).toContain('My own contract: be brief.');
  const [, name = ''] = /--resume (\S+)/.exec(rejected.stderr) ?? [];
  replies = [fenced(body)];
  const resumed = await create('--resume', name);
  expect(JSON.parse(resumed.stdout), resumed.stderr).toMatchObject({ name, status: 'verified' });
  const away = await anneal(
    ['skills', 'create', 'Water the plants on the balcony', '--write-url', 'http://127.0.0.1:9/v1', '--write-model', 'm'],
    { place },
  );
  expect(away.stderr).toMatch(/codegen endpoint unreachable at http:\/\/127\.0\.0\.1:9\/v1: .*\. Is your local server running\?/);
  expect(away.code).toBe(5);
  for (const [args, text] of [
    [['--allow-net', '*.example.com:443'], /is no host with a port/],
    [['--config', 'nothing'], /is no setting/],
    [['--file', 'absent.txt'], /absent\.txt: cannot be read/],
    [['--output-folder', 'absent'], /no such folder/],
  ] as const) {
    const { code, stderr } = await anneal(['skills', 'run', name, 'x', ...args], { place });
    expect([code, stderr]).toEqual([2, expect.stringMatching(text)]);
  }
  await mkdir(join(place.work, 'folder'));
  expect((await anneal(['skills', 'run', name, 'x', '--file', 'folder'], { place })).stderr).toMatch(/not a regular file/);
}, 60_000);

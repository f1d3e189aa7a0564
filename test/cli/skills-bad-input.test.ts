import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('bad input is said with its next step, and leaves nothing half made', async () => {
  const missing = await create('Do something useful', '--contract', 'none.md');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/skill contract not found: none\.md/)]);
  await writeFile(join(place.work, 'own.md'), 'My own contract: be brief.\n');
  replies.push('no body here', fenced('def predict(ctx, request):\n    return 1\n'));
  const rejected = await create('Sort the letters of the mail by sender', '--contract', 'own.md');
  expect(rejected.code).toBe(1);
  expect(rejected.stderr).toMatch(/error\[skill-rejected\]: skill body rejected twice: no module-level function act/);
  expect(prompts.at(-1)).toContain('My own contract: be brief.');
  const [, name = ''] = /--resume (\S+)/.exec(rejected.stderr) ?? [];
  replies.push(fenced(body));
  const resumed = await create('--resume', name);
  expect(JSON.parse(resumed.stdout), resumed.stderr).toMatchObject({ name, status: 'verified' });
  const away = await anneal(
    ['skills', 'create', 'Water the plants on the balcony', '--write-url', 'http://127.0.0.1:9/v1', '--write-model', 'm'],
    { place },
  );
  expect(away.stderr).toMatch(/codegen endpoint unreachable at http:\/\/127\.0\.0\.1:9\/v1: .*\. Is your local server running\?/);
  expect(away.code).toBe(5);
  const typed = await anneal(['skills', 'config', name, 'board_token=typed-4711'], { place });
  expect([typed.code, typed.stderr]).toEqual([2, expect.stringMatching(/board_token looks like a secret[\s\S]*--secret board_token/)]);
  const alone = await anneal(['skills', 'run', name, 'Tidy the shed', '--decide-url', 'http://127.0.0.1:9/v1', '--decide-model', 'm'], {
    place,
  });
  expect([alone.code, alone.stderr]).toEqual([4, expect.stringMatching(/warning: decisions: .*does not answer.*; rules decide/)]);
  expect(alone.stderr).not.toContain('codegen');
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
});

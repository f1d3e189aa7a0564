import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mechanicalTest, testBody } from '../../src/bodies/test-body.ts';
import type { Skill } from '../../src/domain/skill.ts';
import { createDiskSkillLibrary } from '../../src/skills/disk-skill-library.ts';
import { startLoopbackServer } from '../models/loopback-server.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { type BodyBench, openBodyBench } from './body-bench.ts';

let bench: BodyBench;
let folder: string;
beforeAll(async () => {
  [bench, folder] = await Promise.all([openBodyBench(), mkdtemp(join(tmpdir(), 'anneal-shipped-'))]);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

async function shipped(name: string): Promise<Skill & { readonly code: string }> {
  const library = createDiskSkillLibrary({
    roots: [{ root: 'shipped', folder: fileURLToPath(new URL('../../src/skills/shipped', import.meta.url)), trusted: true }],
    ...{ records: createMemorySkillRecords(), indexFile: join(folder, 'index.json'), now: Date.now },
  });
  const skill = await library.read(name);
  if (skill === null) throw new Error(`${name} is not there`);
  if (skill.body === null) throw new Error(`${name} has no body: ${skill.notes.join('; ')}`);
  expect(skill.notes).toEqual([]);
  return { ...skill, code: skill.body.text };
}

test.each(['read-json-endpoint', 'tally-words'])(
  '%s keeps the contract and passes its own tests',
  async (name) => {
    const skill = await shipped(name);
    expect(bench.bodies.check(skill.code)).toEqual([]);
    const declared = bench.bodies.integration(skill.code);
    if (!declared.ok) throw new Error(declared.reason);
    const results = await testBody(skill.code, declared.value, [mechanicalTest(skill.description), ...skill.tests], {
      ...bench.deps,
      runtimeName: 'python',
    });
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.length).toBeGreaterThan(5);
    // Not even a broken body passes them.
    const broken = skill.code.replace('return ActionResult(action_log=', 'return ActionResult(action_log="" and ');
    const worse = await testBody(broken, declared.value, skill.tests, { ...bench.deps, runtimeName: 'python' });
    expect(worse.some(({ passed }) => !passed)).toBe(true);
  },
  60_000,
);

test('read-json-endpoint asks a real server', async () => {
  const paths: string[] = [];
  const server = await startLoopbackServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    paths.push(`${incoming.method} ${incoming.url}`);
    response.end(JSON.stringify({ queue_length: 4, status: 'up' }));
  });
  const { code } = await shipped('read-json-endpoint');
  const host = server.url.slice('http://'.length);
  const config = { endpoint_url: `${server.url}/status` };
  const granted = await bench.run(code, 'How long is it, the queue length?', { config, hosts: new Set([host]) });
  expect(granted.run).toMatchObject({ state: 'done', result: { action_log: 'queue_length is 4.' } });
  expect(paths).toEqual(['GET /status', 'GET /status']);
  const refused = await bench.run(code, 'queue length?', { config });
  expect(refused.run.result?.action_log).toBe(
    `The service cannot be reached: ${host} is declared but not granted; grant it with --allow-net ${host}`,
  );
  expect(paths).toHaveLength(2);
  await server.close();
});

test('tally-words counts a real file', async () => {
  const { code } = await shipped('tally-words');
  const { run, out } = await bench.run(code, 'count them', { files: new Map([['a b.txt', Buffer.from('x y x')]]) });
  expect(run).toMatchObject({ state: 'done', files: ['a b.words.csv'] });
  expect(Buffer.from(out.get('a b.words.csv') ?? '').toString()).toBe('word,count\nx,2\ny,1\n');
});

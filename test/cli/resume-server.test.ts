import { expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { startFaultServer } from '../models/servers/fault-server.ts';
import { speakAnthropic } from '../models/servers/speak-anthropic.ts';
import { speakOllama } from '../models/servers/speak-ollama.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';
import { anneal, makePlace, start } from './anneal.ts';

const backends = [
  ['openai', speakOpenAi({ kind: 'plain' }), 'qwen2.5-coder-1.5b'],
  ['ollama', speakOllama, 'qwen2.5-coder:1.5b'],
  ['anthropic', speakAnthropic(), 'claude-haiku-4-5-20251001'],
] as const;

test.each(backends)('a run on %s that was broken off goes on at its server, which nobody names again', async (backend, speak, model) => {
  let silent = true;
  const server = await startFaultServer({ speak, fault: (_, generation) => (generation >= 0 && silent ? { type: 'silent' } : null) });
  const place = await makePlace();
  try {
    const task = ['run', 'Add two numbers', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3', '--n-tests', '0'];
    const address = server.url.replace('http://', 'http://me:hunter2@');
    const environment = { ANTHROPIC_API_KEY: 'key' };
    const broken = start([...task, '-b', backend, '-m', model, '--base-url', address], { place, environment });
    await expect.poll(() => server.generations.length).toBeGreaterThan(0);
    broken.child.kill('SIGINT');
    const { stderr } = await broken.ended;
    const id = /run ([0-9a-f]{12})/.exec(stderr)?.[1] ?? stderr;
    silent = false;
    const before = server.generations.length;
    const { stdout, stderr: said } = await anneal(['run', '--resume', id, '--json'], { place, environment });
    const result = runResultSchema.parse(JSON.parse(stdout));
    expect(result.error, said).toBeNull();
    expect(result.model.id).toBe(`${backend}:${model}`);
    expect(server.generations.length).toBeGreaterThan(before);
    const shown = await anneal(['runs', 'export', id], { place });
    expect(shown.stdout).toContain(new URL(server.url).host);
    expect(shown.stdout).not.toContain('hunter2');
  } finally {
    await server.close();
    await place.remove();
  }
});

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondLargestDemo } from '../../src/models/mock/second-largest-demo.ts';
import { anneal, makePlace, type Place } from './anneal.ts';
import { startServing } from './serving.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const serve = (...more: string[]) => startServing(place, ['-b', 'mock', ...more]);

const { task, language, signature, examples } = secondLargestDemo;
const post = async (url: string, body: unknown): Promise<Record<string, unknown>> =>
  (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json() as Promise<
    Record<string, unknown>
  >;
const get = async (url: string): Promise<Record<string, unknown>> => (await fetch(url)).json() as Promise<Record<string, unknown>>;

async function until(url: string, wanted: (run: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
  for (;;) {
    const run = await get(url);
    if (wanted(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('anneal serve', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'stopped by %s in mid-run it goes on at the next start, and no run that was promised is lost',
    async (signal) => {
      const first = await serve();
      const ids: unknown[] = [];
      for (let index = 0; index < 3; index += 1)
        ids.push((await post(`${first.url}/api/runs`, { task, language, signature, examples })).runId);
      await until(`${first.url}/api/runs/${ids[0]}`, ({ evidence }) => (evidence as { candidates: unknown[] }).candidates.length > 1);
      const { code, stderr } = await first.stop(signal);
      if (signal === 'SIGTERM') {
        expect(code, stderr).toBe(0);
        expect(stderr).toContain('stopped; what ran goes on at the next start');
      }
      const second = await serve();
      for (const id of ids) {
        const run = await until(`${second.url}/api/runs/${id}`, ({ state }) => state === 'done');
        expect(run).toMatchObject({ status: 'success', error: null, model: { demo: true } });
      }
      const after = await second.stop();
      expect(after.stderr).toContain('runs of an earlier process go on');
      expect(after.stdout).toBe('');
    },
  );

  test('an open stream ends at a shutdown, which waits for no idle connection', async () => {
    const { url, stop } = await serve();
    const { runId } = await post(`${url}/api/runs`, { task, language, signature, examples });
    const stream = await fetch(`${url}/api/runs/${runId}/events`);
    const reading = stream.text().catch(() => 'cut');
    // It is told by a reset, or by nothing.
    const idle = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    expect((await stop('SIGINT')).code).toBe(0);
    expect(await reading).toContain('event: run-queue');
    idle.destroy();
  });

  test('beyond loopback it wants a token or a word that none is needed; a port in use and a short token are said', async () => {
    const open = await anneal(['serve', '--host', '0.0.0.0', '--port', '0', '-b', 'mock'], { place });
    expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining('ANNEAL_TOKEN') });
    const short = await anneal(['serve', '--token', 'abc', '--port', '0'], { place });
    expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining('too short') });
    const { url, stop } = await serve('--token', 'a-long-enough-token');
    expect((await fetch(`${url}/api/runs`)).status).toBe(401);
    const taken = await anneal(['serve', '--port', new URL(url).port, '-b', 'mock'], { place });
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringMatching(/is in use[\s\S]*--port \d+/) });
    const { stderr } = await stop();
    expect(stderr).not.toContain('a-long-enough-token');
    expect(stderr).toContain(`for one browser, once, within an hour: ${url}/open/`);
  });
});

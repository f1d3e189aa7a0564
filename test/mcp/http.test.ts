import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anneal, makePlace, type Place } from '../cli/anneal.ts';
import { type Serving, startServing } from '../cli/serving.ts';
import type { FakeOllama } from '../models/ollama/fake-ollama.ts';
import { createClient, httpTransport, modelArguments, revisions, scriptedModel } from './connect-client.ts';

let place: Place;
let ollama: FakeOllama;
let serving: Serving;
beforeAll(async () => {
  place = await makePlace();
  ollama = await scriptedModel();
  serving = await startServing(place, modelArguments(ollama));
});
afterAll(async () => {
  await serving.stop();
  await ollama.close();
  await place.remove();
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('/mcp', () => {
  test('pages of other sites and foreign names are refused, as everywhere in the service', async () => {
    const foreign = await post(serving.url, initialize, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toMatchObject({ code: 'forbidden' });
    expect((await post(serving.url, initialize, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('what is no message, and what is no session, is answered in the protocol’s own words', async () => {
    const garbage = await post(serving.url, '{"jsonrpc": "2.0", ');
    expect(garbage.status).toBe(400);
    expect(await garbage.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } });
    const lost = await post(serving.url, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': 'none' });
    expect(lost.status).toBe(404);
    expect((await fetch(`${serving.url}/mcp`, { headers: { accept: 'text/event-stream' } })).status).toBe(405);
    const future = {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2099-01-01',
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const later = await post(serving.url, future);
    expect(later.status).toBe(400);
    expect(JSON.stringify(await later.json())).toContain('2026-07-28');
    const removed = { ...future, method: 'logging/setLevel' };
    removed.params._meta['io.modelcontextprotocol/protocolVersion'] = '2026-07-28';
    const gone = await post(serving.url, removed, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'logging/setLevel' });
    expect([gone.status, await gone.json()]).toMatchObject([404, { error: { code: -32_601 } }]);
    expect((await post(serving.url, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
  });

  test('there are never more than so many sessions: the one idle for longest gives way', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 70; index += 1) {
      const response = await post(serving.url, initialize);
      expect(response.status).toBe(200);
      await response.text();
      ids.push(response.headers.get('mcp-session-id') ?? '');
    }
    const list = async (id: string | undefined): Promise<number> => {
      const response = await post(serving.url, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': id ?? '' });
      await response.text();
      return response.status;
    };
    expect(await list(ids[0])).toBe(404);
    expect(await list(ids.at(-1))).toBe(200);
    const ended = await fetch(`${serving.url}/mcp`, { method: 'DELETE', headers: { 'mcp-session-id': ids.at(-1) ?? '' } });
    expect(ended.status).toBe(200);
    expect(await list(ids.at(-1))).toBe(404);
  });

  test('a client of the earlier revision whose stream broke comes back for what it missed', async () => {
    const begun = await post(serving.url, initialize);
    await begun.text();
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
    const double = { task: 'Double a number', signature: 'def double(x)', examples: ['double(2) == 4'] };
    const call = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'generate_code', arguments: double } };
    const broken = (await post(serving.url, call, session)).body?.getReader();
    const first = new TextDecoder().decode((await broken?.read())?.value);
    const lastSeen = /^id: (\d+)$/m.exec(first)?.[1] ?? '';
    await broken?.cancel();
    // Until the service has noticed that the stream is broken it has a reader: a client asks again.
    const again = async (id: string): Promise<Response> => {
      for (;;) {
        const response = await fetch(`${serving.url}/mcp`, { headers: { accept: 'text/event-stream', 'last-event-id': id, ...session } });
        if (response.status !== 409) return response;
        await response.text();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const rest = await (await again(lastSeen)).text();
    expect(rest).toMatch(/"id":5[,}]/);
    expect(rest).toContain('"status":"success"');
    expect(rest).not.toContain(`id: ${lastSeen}\n`);
    // The answer is kept for another time, and only for who was given its number.
    expect(await (await again(lastSeen)).text()).toBe(rest);
    expect((await again('garbage')).status).toBe(400);
  });

  test('a token is asked for; without it nothing is told', async () => {
    const guarded = await startServing(place, [...modelArguments(ollama), '--token', 'a-long-enough-token']);
    try {
      for (const { mode } of revisions) {
        await expect(createClient(mode).connect(httpTransport(guarded.url)), mode).rejects.toThrow();
        const client = createClient(mode);
        await client.connect(httpTransport(guarded.url, { authorization: 'Bearer a-long-enough-token' }));
        expect((await client.listTools()).tools.length, mode).toBeGreaterThan(0);
        await client.close();
      }
    } finally {
      await guarded.stop();
    }
  });

  test.each(revisions)('the end of the service ends streams of revision $version; its run goes on at the next start', async ({ mode }) => {
    const own = await makePlace();
    const first = await startServing(own, modelArguments(ollama));
    const client = createClient(mode);
    await client.connect(httpTransport(first.url));
    let begun = (): void => undefined;
    const working = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = client
      .callTool(
        { name: 'generate_code', arguments: { task: `Count slowly ${mode}`, signature: 'def count(x)', examples: ['count(2) == 2'] } },
        { timeout: 170_000, onprogress: ({ message }) => message?.includes('tests') === true && begun() },
      )
      .then(
        () => 'answered',
        () => 'given up',
      );
    await working;
    const { code, stderr } = await first.stop();
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain('warning');
    await client.close();
    expect(await slow).toBe('given up');
    const listed = await anneal(['runs', 'list', '--json'], { place: own });
    expect(listed.stdout).toMatch(/"interrupted"/);
    await own.remove();
  });
});

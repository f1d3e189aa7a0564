import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/composition/connect.ts';
import { loadedLanguages } from '../../src/composition/loaded-languages.ts';
import { createScriptedModel } from '../../src/models/scripted/scripted-model.ts';
import type { RunService } from '../../src/runs/run-service-types.ts';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { serveMachine } from '../../src/surfaces/cli/serve-machine.ts';
import { openServedBodies } from '../../src/surfaces/cli/skills/open-bodies.ts';
import { type Service, type ServiceOptions, startService } from '../../src/surfaces/http/start-service.ts';
import { type TinyOptions, tinyService } from '../runs/child/tiny-service.ts';

export type TinyServer = {
  readonly url: string;
  readonly service: Service;
  /** Where it keeps what is its own, as `ANNEAL_HOME`. */
  readonly home: string;
  readonly warnings: readonly string[];
  /** The answer with its body, read as JSON where it is. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;
  readonly close: () => Promise<void>;
};
export type Answered = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> };

export const defaults: ServiceOptions['defaults'] = {
  language: null,
  candidates: 2,
  maxRounds: 1,
  testSamples: 0,
  timeoutSeconds: 5,
  budgetSeconds: 60,
  temperature: 0.8,
};

/** The real service on a real port and a real store, over a search of a few lines. `before` may fill the store. */
export async function tinyServer(
  tiny: TinyOptions = {},
  more: Partial<ServiceOptions> = {},
  before: (runs: RunService) => Promise<void> = async () => undefined,
  environment: Readonly<Record<string, string>> = {},
): Promise<TinyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-http-'));
  const store = await openSqliteStore({ file: join(folder, 'runs.db') });
  const runs = tinyService(store, tiny);
  // The machine as it is, with no model of its own: an address that refuses at once, and a home that is empty.
  const stop = new AbortController();
  const deps = connect({
    environment: { PATH: process.env.PATH, ANNEAL_HOME: folder, OLLAMA_URL: 'http://127.0.0.1:9', ...environment },
    workingFolder: folder,
    invocation: 'anneal',
    signal: stop.signal,
  });
  await before(runs);
  const warnings: string[] = [];
  const service = await startService({
    runs,
    language: loadedLanguages(),
    profiles: [{ name: 'wf-vars', language: 'lua' }],
    defaults,
    version: '0.0.0',
    access: { token: null, onLoopback: true, hosts: [] },
    warn: (line) => void warnings.push(line),
    host: '127.0.0.1',
    port: 0,
    machine: serveMachine({ deps, invocation: 'anneal' }, await deps.settings({})),
    skills: async () => deps.skills((await deps.settings({})).values),
    bodies: async () => {
      const terminal = { note: () => undefined, alert: (line: string) => void warnings.push(line) };
      return openServedBodies({ deps, terminal }, await deps.settings({}));
    },
    countTokens: async (text) => text.length,
    model: {
      id: async () => 'scripted:test',
      take: async () => ({ model: createScriptedModel({ replies: [{ replies: ['The model’s own words.'] }] }), giveBack: async () => {} }),
    },
    parallel: 2,
    mostQueued: 200,
    heartbeatMs: 50,
    ...more,
  });
  const url = `http://127.0.0.1:${service.port}`;
  return {
    url,
    service,
    home: folder,
    warnings,
    async ask(method, path, body, headers = {}) {
      const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(`${url}${path}`, { method, headers: { ...type, ...headers }, ...sent });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
    },
    async close() {
      await service.close();
      await runs.close();
      await store.close();
      await deps.close();
      stop.abort();
      await rm(folder, { recursive: true });
    },
  };
}

export type SentEvent = { readonly id: number | null; readonly event: string; readonly data: string };

/** Reads events until there are `most`, or to the end of the stream. */
export async function readEvents(url: string, headers: Record<string, string> = {}, most = Number.POSITIVE_INFINITY): Promise<SentEvent[]> {
  const response = await fetch(url, { headers });
  const events: SentEvent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string | undefined =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const event = field('event');
      if (event !== undefined)
        events.push({ id: field('id') === undefined ? null : Number(field('id')), event, data: field('data') ?? '' });
      if (events.length >= most) {
        // Ends the loop, and with it the connection.
        return events;
      }
    }
  }
  return events;
}

/** Asks again until the run is in one of these states. */
export async function until(server: TinyServer, runId: string, ...states: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await server.ask('GET', `/api/runs/${runId}`);
    if (states.includes(String(body.state))) return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/composition/connect.ts';
import { serveMachine } from '../../src/surfaces/cli/serve-machine.ts';
import { type ServiceOptions, startService } from '../../src/surfaces/http/start-service.ts';
import type { FakeOllama } from '../models/ollama/fake-ollama.ts';
import { defaults } from './tiny-server.ts';

export type RealService = {
  readonly url: string;
  readonly post: (path: string, body: unknown) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  readonly get: (path: string) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
};

/** The service as the command opens it: real store, engine, sandbox and languages; the model is a fake Ollama. */
export async function realService(
  ollama: FakeOllama,
  model = 'qwen2.5-coder:1.5b',
  more: Partial<ServiceOptions> = {},
): Promise<RealService> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-service-'));
  const stop = new AbortController();
  const deps = connect({
    // As LocalScript's users set them.
    environment: { PATH: process.env.PATH, ANNEAL_HOME: home, OLLAMA_URL: ollama.url, MODEL_NAME: model },
    workingFolder: home,
    invocation: 'anneal',
    signal: stop.signal,
  });
  const settings = await deps.settings({ backend: 'ollama' });
  const runs = await deps.runs({ settings, keepModel: true, showPull: async () => undefined });
  const service = await startService({
    runs,
    language: deps.language,
    profiles: deps.profiles,
    defaults: { ...defaults, candidates: 6, seed: 1, budgetSeconds: 120 },
    version: '0.0.0',
    access: { token: null, onLoopback: true, hosts: [] },
    warn: (line) => console.error(line),
    host: '127.0.0.1',
    port: 0,
    countTokens: runs.countTokens,
    model: runs.model,
    machine: serveMachine({ deps, invocation: 'anneal' }, settings),
    skills: () => deps.skills(settings.values),
    parallel: 1,
    mostQueued: 100,
    ...more,
  });
  const url = `http://127.0.0.1:${service.port}`;
  return {
    url,
    async post(path, body) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    },
    get: async (path) => (await fetch(`${url}${path}`)).json() as Promise<Record<string, unknown>>,
    async close() {
      await service.close();
      await deps.close();
      stop.abort();
      await rm(home, { recursive: true, force: true });
    },
  };
}

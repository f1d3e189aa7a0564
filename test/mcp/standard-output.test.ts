import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anneal, makePlace, type Place } from '../cli/anneal.ts';
import { ProcessCensus } from '../hostile/process-census.ts';
import type { FakeOllama } from '../models/ollama/fake-ollama.ts';
import { bin, environmentOf, modelArguments, scriptedModel } from './connect-client.ts';

type Message = {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

let place: Place;
let ollama: FakeOllama;
beforeAll(async () => {
  place = await makePlace();
  ollama = await scriptedModel();
});
afterAll(async () => {
  await ollama.close();
  await place.remove();
});

/** The command with its bare pipes. */
class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  stdout = '';
  stderr = '';

  constructor(environment: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [bin, 'mcp', ...modelArguments(ollama)], {
      cwd: place.work,
      env: { ...environmentOf(place), ...environment },
    });
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString();
    });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
  }

  send(...messages: unknown[]): void {
    for (const message of messages) this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  /** Every line must be a message, whatever else happens. */
  messages(): readonly Message[] {
    return this.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Message);
  }

  async until(wanted: (message: Message) => boolean): Promise<Message> {
    for (let left = 600; left > 0; left -= 1) {
      const found = this.stdout.endsWith('\n') ? this.messages().find(wanted) : undefined;
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no such message\n${this.stdout}\n${this.stderr}`);
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const slowly = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {
    name: 'generate_code',
    arguments: { task: 'Count slowly', signature: 'def count(x)', examples: ['count(2) == 2'] },
    _meta: { progressToken: id },
  },
});
const works = (message: Message): boolean => message.method === 'notifications/progress' && JSON.stringify(message).includes('tests');

describe('standard output of anneal mcp', () => {
  test('what is no message is answered with the code that JSON-RPC has for it, and loses nothing', async () => {
    const server = new RawServer();
    server.send(initialize, initialized, 'garbage', '{"id": 7, "method": 3}', '[]', { jsonrpc: '2.0', id: 'a', method: 'no/such' });
    server.send(`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"pad":"${'x'.repeat(4 * 1024 * 1024)}"}}`);
    server.send({ jsonrpc: '2.0', id: 9, method: 'tools/list' });
    await server.until(({ id }) => id === 9);
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
    const answers = server.messages();
    const codes = answers.flatMap(({ id, error }) => (error === undefined ? [] : [[id, error.code]]));
    expect(codes).toEqual(
      expect.arrayContaining([
        [null, -32_700],
        [7, -32_600],
        [null, -32_600],
        ['a', -32_601],
      ]),
    );
    const texts = answers.flatMap(({ error }) => error?.message ?? []).join('\n');
    expect(texts).toMatch(/Parse error: .*garbage/);
    expect(texts).toContain('batches are not taken');
    expect(texts).toContain(`more than ${4 * 1024 * 1024} bytes`);
    expect(answers.find(({ id }) => id === 9)?.result).toHaveProperty('tools');
    expect(answers.find(({ id }) => id === 8)).toBeUndefined();
  });

  test('pain 45: a library that prints to standard output is read on standard error', async () => {
    const noisy = join(place.work, 'noisy.mjs');
    await writeFile(
      noisy,
      `const say = () => { console.log('noise by console'); process.stdout.write('noise by write\\n'); };
process.on('newListener', () => undefined);
setInterval(say, 20).unref();`,
    );
    // It is loaded before anything of ours, but speaks when its time comes, as libraries do.
    const server = new RawServer({ NODE_OPTIONS: `--import ${pathToFileURL(noisy).href}` });
    await new Promise((resolve) => server.child.stderr.once('data', resolve));
    // What it printed before ours began to look may lie unread in the other pipe.
    await new Promise((resolve) => setTimeout(resolve, 100));
    server.stdout = '';
    server.send(initialize, initialized, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
    server.send({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'check_code', arguments: { language: 'python', code: 'x = 1' } },
    });
    await server.until(({ id }) => id === 3);
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
    expect(server.messages().map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(server.stderr).toContain('noise by console');
    expect(server.stderr).toContain('noise by write');
  });

  test('a program under test cannot write there', async () => {
    const server = new RawServer();
    const code =
      'import os, sys\nprint("noise")\nos.write(1, b"noise\\n")\nos.write(2, b"noise\\n")\n\ndef f():\n    print("noise")\n    return 1\n';
    server.send(initialize, initialized);
    server.send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'check_code', arguments: { language: 'python', code, calls: ['f()'] } },
    });
    const { result } = await server.until(({ id }) => id === 2);
    expect(JSON.stringify(result)).toContain('f() -> 1');
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
    expect(server.messages()).toHaveLength(2);
  });

  test('a client that goes away in mid-run ends what it asked for: exit code 0, the run cancelled, nothing left behind', async () => {
    const census = new ProcessCensus();
    const server = new RawServer();
    server.send(initialize, initialized, slowly(2));
    await server.until(works);
    server.child.stdin.end();
    expect(await server.ended, server.stderr).toBe(0);
    expect(await census.leftovers(0)).toEqual([]);
    const listed = await anneal(['runs', 'list', '--limit', '1', '--json'], { place });
    expect(listed.stdout).toContain('cancelled');
    expect(server.messages().some(({ id }) => id === 2)).toBe(false);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s does the same, with exit code 130', async (signal) => {
    const server = new RawServer();
    server.send(initialize, initialized, slowly(2));
    await server.until(works);
    server.child.kill(signal);
    expect(await server.ended, server.stderr).toBe(130);
    const listed = await anneal(['runs', 'list', '--limit', '1', '--json'], { place });
    expect(listed.stdout).toContain('cancelled');
  });

  test('a cancelled call is not answered, and the next one is', async () => {
    const server = new RawServer();
    server.send(initialize, initialized, slowly(2));
    await server.until(works);
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, reason: 'changed my mind' } });
    server.send({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'generate_code', arguments: { task: 'Double a number', signature: 'def double(x)', examples: ['double(2) == 4'] } },
    });
    const { result } = await server.until(({ id }) => id === 3);
    expect(result).toMatchObject({ structuredContent: { status: 'success' } });
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
    expect(server.messages().some(({ id }) => id === 2)).toBe(false);
  });

  test('a configuration that cannot be used ends it before anything is said there', async () => {
    const { code, stdout, stderr } = await anneal(['mcp', '--timeout', 'never'], { place });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error\[/);
  });
});

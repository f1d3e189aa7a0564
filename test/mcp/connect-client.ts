import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ElicitRequestParams, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Place } from '../cli/anneal.ts';
import { type FakeOllama, type SeenRequest, startFakeOllama } from '../models/ollama/fake-ollama.ts';

export const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));

/** The revision that a client of this mode comes to with the server. */
export const revisions = [
  { mode: 'legacy', version: '2025-11-25' },
  { mode: 'auto', version: '2026-07-28' },
] as const;
export type Mode = (typeof revisions)[number]['mode'];

export type Person = (asked: ElicitRequestParams) => ElicitResult;

/** The official client. `person` answers questions; without one the client says that it cannot ask. */
export function createClient(mode: Mode, person?: Person): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: person === undefined ? {} : { elicitation: {} }, versionNegotiation: { mode } },
  );
  if (person !== undefined) client.setRequestHandler('elicitation/create', (request) => person(request.params));
  return client;
}

/** What the child processes of a test get, and nothing of this one's environment but the path. */
export const environmentOf = (place: Place): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ANNEAL_HOME: place.home,
  OLLAMA_URL: 'http://127.0.0.1:9',
});

export const stdioTransport = (place: Place, args: readonly string[]): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...args],
    env: environmentOf(place),
    cwd: place.work,
    stderr: 'pipe',
  });

export const httpTransport = (url: string, headers: Record<string, string> = {}): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });

/** A model that knows some requests: about the mean of nothing its samples disagree, and `slowly` takes longer than anybody waits. */
export const scriptedModel = (): Promise<FakeOllama> =>
  startFakeOllama({
    tokenMs: 0,
    fault: (request) => {
      const prompt = promptOf(request);
      if (prompt.includes('slowly')) return { type: 'slow', ms: 120_000 };
      return { type: 'text', text: reply(prompt, request.body.options?.seed ?? 0) };
    },
  });

const promptOf = ({ body }: SeenRequest): string => (body.messages ?? []).map(({ content }) => content).join('\n');

function reply(prompt: string, seed: number): string {
  if (prompt.includes('total(')) return '```python\ndef total(xs):\n    return sum(x * x for x in xs)\n```';
  if (!prompt.includes('without tests')) return 'No tests come to mind.';
  if (prompt.includes('mean')) {
    const empty = seed % 2 === 0 ? '0' : 'None';
    return `\`\`\`python\ndef mean(xs):\n    v${seed} = len(xs)\n    return sum(xs) / v${seed} if xs else ${empty}\n\`\`\``;
  }
  return '```python\ndef double(x):\n    return x * 2\n```';
}

export const modelArguments = (ollama: FakeOllama): readonly string[] => [
  ...['-b', 'ollama', '--base-url', ollama.url, '--max-iters', '1', '-n', '6', '--seed', '1'],
];

/** A skill of the person's own, as a folder. */
export async function writeSkill(place: Place): Promise<void> {
  const folder = join(place.home, 'data', 'skills', 'slugify');
  await mkdir(join(folder, 'scripts'), { recursive: true });
  await mkdir(join(folder, 'references'), { recursive: true });
  const metadata = ['agent-category: text', 'agent-language: python', 'agent-kind: function', 'agent-body: scripts/slugify.py'];
  const front = [
    'name: slugify',
    'description: Turns a title into a slug for addresses',
    'metadata:',
    ...metadata.map((line) => `  ${line}`),
  ];
  await writeFile(join(folder, 'SKILL.md'), `---\n${front.join('\n')}\n---\n\nCall slugify(title).\n`);
  await writeFile(join(folder, 'scripts', 'slugify.py'), 'def slugify(title):\n    return "-".join(title.lower().split())\n');
  await writeFile(join(folder, 'scripts', 'slugify.tests.jsonl'), '{"example": "slugify(\'A b\') == \'a-b\'"}\n');
  const entry = { kind: 'function', name: 'slugify', parameters: [{ name: 'title' }] };
  await writeFile(join(folder, 'references', 'contract.json'), JSON.stringify({ entry, signature: 'def slugify(title)' }));
}

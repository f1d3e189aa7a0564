import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

type Shown = { settings: Record<string, { value: unknown; source: string; where: string | null }>; warnings: string[] };

async function effective(environment: Record<string, string> = {}): Promise<Shown> {
  const { code, stdout, stderr } = await anneal(['config', '--json'], { place, environment });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Shown;
}

async function writeUser(data: unknown): Promise<void> {
  await mkdir(join(place.home, 'config'), { recursive: true });
  await writeFile(join(place.home, 'config', 'config.json'), typeof data === 'string' ? data : JSON.stringify(data));
}
const writeProject = (data: unknown) => writeFile(join(place.work, 'anneal.json'), JSON.stringify(data));

describe('layers', () => {
  test('environment over project over user over default, each with its source', async () => {
    await writeUser({ nCandidates: 8, maxIters: 5, temperature: 0.1 });
    await writeProject({ nCandidates: 16, maxIters: 6 });
    const { settings } = await effective({ ANNEAL_N_CANDIDATES: '32' });
    expect(settings.nCandidates).toEqual({ value: 32, source: 'environment', where: 'ANNEAL_N_CANDIDATES' });
    expect(settings.maxIters).toMatchObject({ value: 6, source: 'project', where: join(place.work, 'anneal.json') });
    expect(settings.temperature).toMatchObject({ value: 0.1, source: 'user' });
    expect(settings.nTests).toMatchObject({ value: 4, source: 'default', where: null });
  });

  test('OLLAMA_URL and MODEL_NAME count where the ANNEAL_ forms are not set', async () => {
    const { settings } = await effective({
      MODEL_NAME: 'qwen2.5-coder:7b',
      OLLAMA_URL: 'http://10.0.0.1:1',
      ANNEAL_OLLAMA_URL: 'http://10.0.0.2:2',
    });
    expect(settings.ollamaModel).toMatchObject({ value: 'qwen2.5-coder:7b', where: 'MODEL_NAME' });
    expect(settings.ollamaUrl).toMatchObject({ value: 'http://10.0.0.2:2', where: 'ANNEAL_OLLAMA_URL' });
  });

  test('the project file is found above the working folder, not above the repository', async () => {
    await writeFile(join(place.work, '..', 'anneal.json'), JSON.stringify({ nTests: 9 }));
    expect((await effective()).settings.nTests).toMatchObject({ value: 9, source: 'project' });
    await mkdir(join(place.work, '.git'));
    expect((await effective()).settings.nTests).toMatchObject({ value: 4, source: 'default' });
  });

  test('a variable that is no setting is a warning, because it may be for another version', async () => {
    expect((await effective({ ANNEAL_COLOUR: 'x' })).warnings).toEqual([expect.stringContaining('ANNEAL_COLOUR')]);
  });
});

describe('a broken file or variable names place, key and what is allowed', () => {
  type Case = {
    readonly name: string;
    readonly user?: unknown;
    readonly environment?: Record<string, string>;
    readonly message: RegExp;
    readonly hint: RegExp;
  };
  test.each<Case>([
    { name: 'not JSON', user: '{"nCandidates": }', message: /config\.json: not valid JSON/, hint: /correct or remove/ },
    { name: 'not an object', user: [], message: /one JSON object/, hint: /for example/ },
    {
      name: 'unknown key',
      user: { nCandidate: 3 },
      message: /config\.json: unknown key "nCandidate"/,
      hint: /did you mean "nCandidates"\? allowed keys: backend,/,
    },
    {
      name: 'wrong type',
      user: { nCandidates: '3' },
      message: /config\.json: key "nCandidates": "3"/,
      hint: /a whole number from 1 to 512/,
    },
    { name: 'out of range', user: { temperature: 3 }, message: /key "temperature": 3/, hint: /a number from 0 to 2/ },
    {
      name: 'unknown value',
      user: { backend: 'olama' },
      message: /key "backend": "olama"/,
      hint: /did you mean ollama\? allowed: auto, llama-cpp, ollama, openai, anthropic, mock/,
    },
    { name: 'not an address', user: { ollamaUrl: 'file:///etc/passwd' }, message: /key "ollamaUrl"/, hint: /http/ },
    { name: 'variable', environment: { ANNEAL_TIMEOUT: 'soon' }, message: /^ANNEAL_TIMEOUT: "soon"/, hint: /a number from 0.1 to 600/ },
  ])('$name', async ({ user, environment, message, hint }) => {
    if (user !== undefined) await writeUser(user);
    const { code, stderr } = await anneal(['config'], { place, ...(environment === undefined ? {} : { environment }) });
    expect(/^error\[bad-config\]: (.*)$/m.exec(stderr)?.[1], stderr).toMatch(message);
    expect(/^hint: (.*)$/m.exec(stderr)?.[1]).toMatch(hint);
    expect(code).toBe(2);
  });
});

describe('a project that is not trusted', () => {
  const hostile = { nCandidates: 2, ollamaUrl: 'http://attacker.example', allowUnsandboxed: true, minLevel: 'L0', python: './python' };

  test('cannot set endpoints, the sandbox floor or files; the rest counts', async () => {
    await writeProject(hostile);
    const { settings, warnings } = await effective({ OLLAMA_URL: '' });
    expect(settings.nCandidates).toMatchObject({ value: 2, source: 'project' });
    for (const key of ['ollamaUrl', 'allowUnsandboxed', 'minLevel', 'python']) expect(settings[key]).toMatchObject({ source: 'default' });
    expect(warnings).toEqual([expect.stringMatching(/ollamaUrl, allowUnsandboxed, minLevel, python ignored.*config trust /)]);
  });

  test('counts in full after `config trust`, and no longer after `--remove`', async () => {
    await writeProject(hostile);
    expect((await anneal(['config', 'trust'], { place })).code).toBe(0);
    expect((await effective({ OLLAMA_URL: '' })).settings.minLevel).toMatchObject({ value: 'L0', source: 'project' });
    await anneal(['config', 'trust', '.', '--remove'], { place });
    expect((await effective()).settings.minLevel).toMatchObject({ source: 'default' });
  });

  test('still has its mistakes reported', async () => {
    await writeProject({ allowUnsandboxed: 'yes' });
    expect((await anneal(['config'], { place })).stderr).toContain('anneal.json: key "allowUnsandboxed": "yes"');
  });
});

test('`models use` writes the person’s own file and keeps what is there', async () => {
  await writeUser({ nCandidates: 8 });
  expect((await anneal(['models', 'use', 'qwen2.5-coder:7b', '-b', 'ollama'], { place })).code).toBe(0);
  const { settings } = await effective();
  expect(settings).toMatchObject({ backend: { value: 'ollama' }, model: { value: 'qwen2.5-coder:7b' }, nCandidates: { value: 8 } });
});

describe('what a cloned folder may hold', () => {
  test('a pipe or a device under the name of the settings is refused at once', async () => {
    const file = join(place.work, 'anneal.json');
    for (const make of [() => execFileSync('mkfifo', [file]), () => symlink('/dev/zero', file)]) {
      await make();
      const { code, stderr } = await anneal(['config'], { place });
      expect(stderr).toMatch(/^error\[bad-config\]: .*anneal\.json: not a regular file$/m);
      expect(code).toBe(2);
      await rm(file);
    }
  });

  test('a configuration folder that cannot be made is an error with a way out', async () => {
    await mkdir(place.home, { recursive: true });
    await writeFile(join(place.home, 'config'), '');
    const { code, stderr } = await anneal(['config', 'trust', '.'], { place });
    expect(stderr).toMatch(/^error\[bad-config\]: /m);
    expect(code).toBe(2);
  });
});

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import { openHostFrom } from '../languages/observing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-profiles-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A copy of wf-vars with one file changed. */
async function changed(file: string, change: (text: string) => string): Promise<URL> {
  const root = await mkdtemp(join(folder, 'copy-'));
  await cp(new URL('../../src/languages/profiles/wf-vars', import.meta.url), join(root, 'wf-vars'), { recursive: true });
  const path = join(root, 'wf-vars', file);
  await writeFile(path, change(await readFile(path, 'utf8')));
  return pathToFileURL(`${root}/`);
}

const refusal = async (file: string, change: (text: string) => string): Promise<unknown> =>
  loadProfile('wf-vars', await changed(file, change)).then(loadLua);

test('a prelude that does not parse is refused by file and line, before anything runs', async () => {
  const broken = (text: string): string => text.replace('local function environment(context)', 'local function environment(context');
  await expect(refusal('prelude.lua', broken)).rejects.toMatchObject({
    code: 'bad-config',
    message: expect.stringMatching(/profile wf-vars is broken: wf-vars\/prelude\.lua:\d+: /),
    hint: expect.stringContaining('npm'),
  });
});

test.each([
  ['raises while it loads', 'local marks = nothing.here', /wf-vars\/prelude\.lua:5: attempt to index a nil value/],
  [
    'raises when it makes the globals',
    'local marks = setmetatable({}, { __mode = "k" })\nlocal ipairs = nil',
    /wf-vars\/prelude\.lua:\d+: attempt to call a nil value/,
  ],
])('a prelude that %s is refused by file and line, and no candidate is blamed', async (_name, line, message) => {
  const root = await changed('prelude.lua', (text) => text.replace('local marks = setmetatable({}, { __mode = "k" })', line));
  const host = await openHostFrom(await loadProfile('wf-vars', root));
  try {
    await expect(host.outcome('return 1', { type: 'context', context: {} })).rejects.toMatchObject({
      code: 'bad-config',
      message: expect.stringMatching(message),
    });
  } finally {
    await host.close();
  }
});

test.each([
  ['profile.json', (text: string) => text.replace('"5.4"', '"6.0"'), /wf-vars\/profile\.json: "dialect": /],
  ['profile.json', (text: string) => text.replace('{', '{{'), /wf-vars\/profile\.json:1: no valid JSON/],
  ['profile.json', (text: string) => text.replace('"id": "wf-vars"', '"id": "other"'), /"id" is "other", not the name of its folder/],
  ['profile.json', (text: string) => text.replace('"entry"', '"libraries": ["nope"], "entry"'), /there is no nope\.lua/],
  ['examples.jsonl', (text: string) => `${text}{"request": 1}\n`, /wf-vars\/examples\.jsonl:\d+: /],
])('a broken %s is refused by its place', async (file, change, message) => {
  await expect(refusal(file, change)).rejects.toMatchObject({ code: 'bad-config', message: expect.stringMatching(message) });
});

test('a profile that is not there is refused by name', async () => {
  await expect(loadProfile('nope')).rejects.toMatchObject({ code: 'bad-config', message: expect.stringContaining('nope/profile.json') });
});

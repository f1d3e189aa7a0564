import { readdirSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LanguageId } from '../../src/domain/contract.ts';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { readTestFile } from '../../src/surfaces/cli/tests/read-test-file.ts';
import { realRunners } from './real-runners.ts';
import { openSuiteBench, type SuiteBench } from './running.ts';

const kinds = fileURLToPath(new URL('./kinds/', import.meta.url));
const loaders = { python: loadPython, lua: loadLua, javascript: loadJavaScript };
const languages = {
  vitest: 'javascript',
  'node:test': 'javascript',
  pytest: 'python',
  unittest: 'python',
  busted: 'lua',
} as const satisfies Record<string, LanguageId>;
const folders = { vitest: 'vitest', 'node:test': 'node', pytest: 'pytest', unittest: 'unittest', busted: 'busted' } as const;

/**
 * Tests that fail here while the real runner passes them and fails the file, or reports the failure beside them; `all` where it is content
 * with the file: here what is not known, or not waited for, is never a pass.
 */
const blamed: Readonly<Record<string, readonly string[]>> = {
  'vitest/after-all-that-fails': ['sums > two'],
  'vitest/hooks-that-fail': ['not made ready > one', 'not made ready > inner > two'],
  'vitest/promises-left-alone': ['does not wait for what fails'],
  'vitest/unknown-and-caught': ['all', 'waits', 'catches what is not known', 'takes what is not known for what it expects'],
  'node/contexts-and-options': ['skips itself and goes on'],
  'node/hooks-that-fail': ['not put away > one'],
  'node/promises-left-alone': ['does not wait for what is rejected'],
  'unittest/class-not-put-away': ['TestOne::test_b'],
  'busted/blocks-and-hooks': ['not put away each time one'],
  'busted/unknown-and-caught': ['all', 'catches what is not known', 'takes what is not known for what it expects'],
  'busted/teardown-that-fails': ['sums two'],
};

/** Compares what we make of the projects of a framework with what its own runner does. */
export function testKinds(framework: keyof typeof languages): void {
  const language = languages[framework];
  const own = join(kinds, folders[framework]);
  let temporary = '';
  let bench: SuiteBench;
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'anneal-kinds-'));
    bench = await openSuiteBench(language);
  });
  afterAll(async () => {
    await bench.close();
    await rm(temporary, { recursive: true });
  });

  test.for(readdirSync(own))('%s', async (name, { skip }) => {
    const project = join(temporary, `${folders[framework]}-${name}`);
    await cp(join(own, name), project, { recursive: true });
    const files = (await readdir(project, { recursive: true })).sort();
    const program = files.find((file) => /(?:^|\/)candidate\.\w+$/.test(file)) ?? '';
    const tests = files.find((file) => /(?:test_candidate\.py|candidate_spec\.lua|candidate\.test\.mjs)$/.test(file)) ?? '';
    const code = await readFile(join(project, program), 'utf8');
    const read = await readTestFile({ file: join(project, program), code }, join(project, tests), await loaders[language]());
    const given = {
      program: code,
      tests: read.tests.text,
      names: [read.tests.program, read.tests.file],
      siblings: read.tests.siblings,
    } as const;
    const refusal = await readFile(join(project, 'refusal.txt'), 'utf8').catch(() => null);
    if (refusal !== null) {
      await expect(bench.run(given)).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(refusal.trim()) });
      return;
    }
    const run = await bench.run(given);
    const ours = Object.fromEntries(run.tests.map(({ id, outcome }) => [id, outcome]));
    expect(run.tampered).toBe(false);
    const runner = realRunners[framework];
    if (runner == null) return skip(`${framework} is not installed`);
    const real = runner(project, tests);
    const strict = blamed[`${folders[framework]}/${name}`] ?? [];
    const expected = Object.entries(real.tests).map(([id, outcome]) => [id, strict.includes(id) ? 'failed' : outcome] as const);
    // What a runner leaves out has no outcome there; here it is never a pass.
    const further = Object.entries(ours).flatMap(([id, outcome]) =>
      id in real.tests ? [] : [[id, outcome === 'passed' ? 'not passed' : outcome] as const],
    );
    expect(ours).toEqual(Object.fromEntries([...expected, ...further]));
    if (!strict.includes('all')) expect(run.outcome === 'passed').toBe(real.ok);
  });
}

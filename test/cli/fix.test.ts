import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

const right = 'def total(xs):\n    return sum(x * x for x in xs)\n';
const wrong = 'def total(xs):\n    return 0\n';
const tests =
  'from total import total\n\ndef test_three():\n    assert total([1, 2, 3]) == 14\n\ndef test_empty():\n    assert total([]) == 0\n';

let place: Place;
let server: Server;
let answer = right;
/** Done once before each answer. */
let before: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  place = await makePlace();
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url?.endsWith('/completions') !== true) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ id: 'one' }] }));
      return;
    }
    await before();
    const delta = { role: 'assistant', content: `\`\`\`python\n${answer}\`\`\`\n` };
    if ((JSON.parse(body) as { stream?: boolean }).stream !== true) {
      const whole = { choices: [{ index: 0, message: delta, finish_reason: 'stop' }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`);
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await place.remove();
});

/** A folder of its own with the two files; `fix` runs in it. */
async function folderWith(name: string, program: string): Promise<{ readonly folder: string; readonly given: { place: Place } }> {
  const folder = join(place.work, name);
  await mkdir(folder);
  await writeFile(join(folder, 'total.py'), program);
  await writeFile(join(folder, 'test_total.py'), tests);
  return { folder, given: { place: { ...place, work: folder } } };
}

function model(): readonly string[] {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return ['-b', 'openai', '--base-url', `http://127.0.0.1:${port}/v1`, '-m', 'one', '-n', '2', '--max-iters', '1'];
}
const fix = (...more: readonly string[]): readonly string[] => ['fix', 'total.py', '--tests', 'test_total.py', ...model(), ...more];

describe('anneal test', () => {
  test('says partial credit and integrity, and exits with 0 only when all passes', async () => {
    const { given } = await folderWith('test', wrong);
    const failed = await anneal(['test', 'total.py', '--tests', 'test_total.py', '--json'], given);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      outcome: 'failed',
      passed: 1,
      total: 2,
      integrity: 'oracle-outside',
      tampered: false,
    });
    await writeFile(join(given.place.work, 'total.py'), right);
    expect((await anneal(['test', 'total.py', '--tests', 'test_total.py'], given)).code).toBe(0);
  });

  test.each([
    [
      'a program that is not there',
      ['test', 'none.py', '--tests', 'test_total.py'],
      /error\[not-found\]: program file none.py does not exist/,
    ],
    ['no test file', ['test', 'total.py'], /error\[usage\]: anneal test needs a test file/],
    ['a test file that does not parse', ['test', 'total.py', '--tests', 'bad.py'], /error\[bad-input\]: test file bad.py:1 does not parse/],
    ['a program that is no text', ['test', 'binary.py', '--tests', 'test_total.py'], /error\[bad-input\]: program file binary.py is/],
  ])('%s is an error with its next step', async (what, args, message) => {
    const { given, folder } = await folderWith(`bad ${what}`, right);
    await writeFile(join(folder, 'bad.py'), 'def test_a(:\n');
    await writeFile(join(folder, 'binary.py'), Buffer.from([0xff, 0xfe, 0, 1]));
    const { code, stderr } = await anneal(args, given);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^hint: \S/m);
    expect(code).toBe(2);
  });
});

describe('anneal fix', () => {
  test('says how the program is entered, why one was not run once, and what the tests said', async () => {
    answer = 'def sum_of(xs):\n    return 0\n';
    const { given } = await folderWith('misses', 'def total(xs):\n    return 1\n');
    const { stderr } = await anneal(fix(), given);
    expect(stderr).toMatch(/^contract {3}a module with total {3}\(from the request\)$/m);
    expect(stderr.match(/total is not defined/g)).toHaveLength(1);
    expect(stderr).toMatch(/^selection {2}c1, confidence/m);
    expect(stderr).toMatch(/^test_three: (?!expected).* \(1 program does so\)$/m);
    expect(stderr).toMatch(/· 3 candidates$/m);
  });

  test('prints a diff and leaves the file alone; with --write it mends it and keeps the old text', async () => {
    answer = right;
    const { folder, given } = await folderWith('mends', wrong);
    const shown = await anneal(fix(), given);
    expect(shown.stdout, shown.stderr).toBe(
      '--- a/total.py\n+++ b/total.py\n@@ -1,2 +1,2 @@\n def total(xs):\n-    return 0\n+    return sum(x * x for x in xs)\n',
    );
    expect(shown.stderr).toContain('1/2 → 2/2');
    expect(await readFile(join(folder, 'total.py'), 'utf8')).toBe(wrong);
    await chmod(join(folder, 'total.py'), 0o755);
    const { code, stdout } = await anneal(fix('--write', '--json'), given);
    const result = JSON.parse(stdout) as { fix: { before: unknown; after: unknown; written: boolean; backup: string } };
    expect(runResultSchema.parse(result)).toMatchObject({ status: 'success', code: expect.stringContaining('x * x') });
    expect(result.fix).toMatchObject({ before: { passed: 1, total: 2 }, after: { passed: 2, total: 2 }, written: true });
    expect(await readFile(join(folder, 'total.py'), 'utf8')).toBe(right);
    expect(await readFile(result.fix.backup, 'utf8')).toBe(wrong);
    expect(code).toBe(0);
  });

  test('a program that passes already is left alone, without a model', async () => {
    const { given } = await folderWith('passes', right);
    const { code, stderr } = await anneal(
      ['fix', 'total.py', '--tests', 'test_total.py', '-b', 'openai', '--base-url', 'http://127.0.0.1:9/v1'],
      given,
    );
    expect(stderr).toContain('all 2 tests pass already');
    expect(code).toBe(0);
  });

  test('nothing worse is ever written', async () => {
    answer = 'def total(xs):\n    return -1\n';
    const { folder, given } = await folderWith('worse', wrong);
    const { code, stderr, stdout } = await anneal(fix('--write'), given);
    expect([code, stdout], stderr).toEqual([1, '']);
    expect(stderr).toContain('it was left as it is');
    expect(await readFile(join(folder, 'total.py'), 'utf8')).toBe(wrong);
    expect((await readdir(folder)).sort()).toEqual(['test_total.py', 'total.py']);
  });

  test('a file that changed in the meantime is not overwritten', async () => {
    answer = right;
    const { folder, given } = await folderWith('changes', wrong);
    const theirs = `${wrong}# more\n`;
    before = () => writeFile(join(folder, 'total.py'), theirs);
    const { code, stderr } = await anneal(fix('--write'), given);
    before = async () => undefined;
    expect(stderr).toContain('error[conflict]: total.py changed on disk in the meantime');
    expect(await readFile(join(folder, 'total.py'), 'utf8')).toBe(theirs);
    expect(code).toBe(2);
  });

  const deadModel = ['-b', 'openai', '--base-url', 'http://127.0.0.1:9/v1'];

  test('examples that pass already end it without a model', async () => {
    const { given } = await folderWith('examples pass', right);
    const args = ['fix', 'total.py', '-e', 'total([1, 2, 3]) == 14', '-e', 'total([]) == 0', ...deadModel];
    const { code, stderr } = await anneal(args, given);
    expect(stderr).toContain('all 2 examples pass already');
    expect(code).toBe(0);
    const both = await anneal([...args, '--tests', 'test_total.py', '--json'], given);
    expect(runResultSchema.parse(JSON.parse(both.stdout))).toMatchObject({ status: 'success', runId: '', code: right });
    expect(JSON.parse(both.stdout)).toMatchObject({ fix: { before: { passed: 4, total: 4 }, written: false } });
  });

  test('examples that contradict each other are named before a model is opened', async () => {
    const { given } = await folderWith('contradiction', right);
    const { code, stderr } = await anneal(['fix', 'total.py', '-e', 'total([1]) == 1', '-e', 'total([1]) == 2', ...deadModel], given);
    expect(stderr).toMatch(/error\[bad-input\]: the examples "total\(\[1\]\) == 1" and "total\(\[1\]\) == 2" contradict each other/);
    expect(code).toBe(2);
  });

  test('a program that imports the module beside it is mended by examples alone', async () => {
    const mended = 'from squares import square\n\n\ndef total(xs):\n    return sum(square(x) for x in xs)\n';
    answer = mended;
    const { folder, given } = await folderWith('imports', mended.replace('sum(square(x) for x in xs)', 'square(0)'));
    await writeFile(join(folder, 'squares.py'), 'def square(x):\n    return x * x\n');
    const { stderr } = await anneal(
      ['fix', 'total.py', '-e', 'total([1, 2, 3]) == 14', '-e', 'total([]) == 0', ...model(), '--write'],
      given,
    );
    expect(stderr).toContain('1/2 → 2/2');
    expect(await readFile(join(folder, 'total.py'), 'utf8')).toBe(mended);
  });

  test('without tests or examples nobody can tell what is better', async () => {
    const { given } = await folderWith('nothing', wrong);
    const { code, stderr } = await anneal(['fix', 'total.py'], given);
    expect(stderr).toMatch(/^error\[usage\]: anneal fix needs tests or examples/m);
    expect(code).toBe(2);
  });
});

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSolvedExamples } from '../../src/few-shot/load-solved-examples.ts';
import type { SolvedExample } from '../../src/ports/language.ts';

const shared = new URL('../../../shared/bench/', import.meta.url);

/** Feeds a program of ours to an interpreter; resolves to what it complained of. */
function complaintOf(command: string, args: readonly string[], program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : stderr.trim() || `exit ${code}`));
    child.stdin.end(program);
  });
}

const runners = {
  python: { command: 'python3', args: ['-I', '-'], assertion: (check: string) => `assert ${check}, ${JSON.stringify(check)}` },
  lua: { command: 'lua5.4', args: ['-'], assertion: (check: string) => `assert(${check}, ${JSON.stringify(check)})` },
  javascript: {
    command: process.execPath,
    args: ['-'],
    assertion: (check: string) => `if (!(${check})) throw new Error(${JSON.stringify(check)});`,
  },
} as const;

describe.each(['python', 'lua', 'javascript'] as const)('the shipped %s examples', (language) => {
  let examples: readonly SolvedExample[];
  beforeAll(async () => {
    examples = await loadSolvedExamples(language);
  });

  it('are about sixty, short, with at least two checks each, some asked for in Russian', () => {
    expect(examples.length).toBeGreaterThanOrEqual(60);
    for (const { code, checks } of examples) {
      expect(code.split('\n').length).toBeLessThanOrEqual(18);
      expect(checks?.length ?? 0).toBeGreaterThanOrEqual(2);
    }
    expect(examples.filter(({ request }) => /\p{Script=Cyrillic}/u.test(request)).length).toBeGreaterThanOrEqual(10);
    expect(new Set(examples.map(({ request }) => request)).size).toBe(examples.length);
  });

  it('pass all their checks in the real interpreter', async () => {
    const { command, args, assertion } = runners[language];
    // One program for all: each example in a scope of its own.
    const scope = (code: string, checks: readonly string[]): string => {
      const lines = [code, ...checks.map(assertion)].join('\n');
      return language === 'lua' ? `do\n${lines}\nend` : language === 'javascript' ? `{\n${lines}\n}` : lines;
    };
    expect(await complaintOf(command, args, examples.map(({ code, checks }) => scope(code, checks ?? [])).join('\n'))).toBe('');
  });

  it.skipIf(!existsSync(shared))('are none of the tasks that Anneal is measured on', () => {
    const lines = (file: string): readonly Record<string, string>[] =>
      readFileSync(new URL(file, shared), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
    const nameIn = (code: string): string => plain(/(?:def|function)\s+(\w+)/u.exec(code)?.[1] ?? '');
    const taken = new Set([
      ...lines('first-tasks.jsonl').map(({ signature }) => nameIn(signature ?? '')),
      ...[...lines('HumanEval.jsonl'), ...lines('mbpp-sanitized.jsonl')].map(({ entry_point }) => plain(entry_point ?? '')),
    ]);
    expect(taken.size).toBeGreaterThan(500);
    expect(examples.map(({ code }) => nameIn(code)).filter((name) => taken.has(name))).toEqual([]);
  });
});

describe('a file of own examples', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'few-shot-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });
  const load = async (text: string | Uint8Array): Promise<readonly SolvedExample[]> => {
    const file = join(folder, 'own.jsonl');
    await writeFile(file, text);
    return await loadSolvedExamples('lua', { file });
  };

  it('takes the place of the shipped ones, without those for other languages', async () => {
    const lines = [
      { request: 'Add', code: 'function add(a, b) return a + b end' },
      { request: 'Add', code: 'def add(a, b): return a + b', language: 'python' },
      { request: 'Sub', code: 'function sub(a, b) return a - b end', language: 'lua', checks: ['sub(3, 1) == 2'] },
    ];
    const examples = await load(`\uFEFF${lines.map((line) => JSON.stringify(line)).join('\n\n')}\n`);
    expect(examples).toEqual([
      { request: 'Add', code: lines[0]?.code },
      { request: 'Sub', code: lines[2]?.code, checks: ['sub(3, 1) == 2'] },
    ]);
  });

  it.each([
    ['no JSON', '{"request": "a", "code": "b"}\n{"request": ', 'line 2: this is no JSON'],
    ['a missing field', '{"request": "a"}', 'line 1: "code"'],
    ['a wrong language', '{"request": "a", "code": "b", "language": "cobol"}', '"language"'],
    ['a list', '["a"]', 'line 1'],
    ['nothing', '\n', 'holds no solved example'],
    ['binary data', new Uint8Array([0xff, 0xfe, 0x00]), 'not UTF-8'],
  ])('with %s is refused with the place', async (_what, text, message) => {
    await expect(load(text)).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(message) });
  });

  it('that is missing is refused', async () => {
    await expect(loadSolvedExamples('lua', { file: join(folder, 'nowhere.jsonl') })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('nowhere.jsonl does not exist'),
    });
  });
});

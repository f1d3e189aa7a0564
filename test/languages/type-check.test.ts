import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRuntime } from '../../src/composition/find-runtime.ts';
import { loadLanguage } from '../../src/composition/load-language.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Diagnostic } from '../../src/domain/diagnostic.ts';
import type { Execution } from '../../src/domain/execution.ts';
import type { Language } from '../../src/ports/language.ts';
import { defaultLimits, type Sandbox, type SandboxLimits, type SandboxSession } from '../../src/ports/sandbox.ts';
import { findTypeScript } from '../../src/runtimes/find-typescript.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';

let language: Language;
let sandbox: Sandbox;
let session: SandboxSession;
beforeAll(async () => {
  language = await loadLanguage('typescript');
  sandbox = await openBubblewrapSandbox();
  session = await sandbox.open((await findRuntime('typescript', { python: null })).spec, { workers: 1 });
});
afterAll(async () => {
  await session.close();
  await sandbox.close();
});

const contract: Contract = { language: 'typescript', entry: { kind: 'function', name: 'f', parameters: [{ name: 'x' }] } };
const generous: SandboxLimits = { ...defaultLimits, cpuSeconds: 10, wallSeconds: 60 };

async function run(code: string, limits = generous): Promise<readonly Execution[]> {
  return Promise.all((language.checkJobs?.(code, contract, limits) ?? []).map((job) => session.run(job)));
}
const check = async (code: string): Promise<readonly Diagnostic[]> =>
  (await run(code)).flatMap((execution) => language.readCheck?.(execution) ?? []);

const compiler = await findTypeScript();

describe.skipIf(compiler === null)("the compiler's own errors, out of the sandbox", () => {
  test.each([
    ['function f(x: number): string {\n  return x;\n}', 2, 'TS2322', 'declared type'],
    ['function f(x: number[]): number {\n  return x.lenght;\n}', 2, 'TS2551', 'Did you mean length?'],
    ['function g(a: number, b: number) { return a + b; }\nfunction f(x: number) { return g(x); }', 2, 'TS2554', 'as many arguments'],
    ['function f(x?: string): number { return x.length; }', 1, 'TS18048', 'undefined first'],
    [
      'async function g(): Promise<number> { return 1; }\nasync function f(x: number): Promise<number> { return g() + x; }',
      2,
      'TS2365',
      'await',
    ],
    ['function f(x: string): number { if (x) return 1; }', 1, 'TS2366', 'Return a value on every path.'],
  ])('`%s`', async (code, line, error, hint) => {
    const found = await check(code);
    expect(found[0]).toMatchObject({
      severity: 'warning',
      rule: 'type',
      line,
      message: expect.stringContaining(`${error}: `),
      hint: expect.stringContaining(hint),
    });
  });

  test('nothing for a program that type-checks, with what Node has', async () => {
    const code = [
      "import { readFileSync } from 'node:fs';",
      'type Item = { readonly name: string; readonly count?: number };',
      'export function f(items: readonly Item[]): Map<string, number> {',
      '  const totals = new Map<string, number>();',
      '  for (const { name, count = 1 } of items) totals.set(name, (totals.get(name) ?? 0) + count);',
      '  console.log([...totals.keys()].toSorted(), process.argv.length, structuredClone(items).at(-1)?.name, typeof readFileSync);',
      '  return totals;',
      '}',
    ].join('\n');
    expect(await check(code)).toEqual([]);
  });

  test('a program is only read: what it would do does not happen, and it cannot write the answer', async () => {
    const [execution] = await run("process.stdout.write('[]'); process.exit(0);\nfunction f(x: number): string { return x; }");
    expect(new TextDecoder().decode(execution?.stdout)).toContain('2322');
    expect(await check("process.stdout.write('[]'); process.exit(0);\nfunction f(x: number): string { return x; }")).toMatchObject([
      { rule: 'type', line: 2 },
    ]);
  });

  test('a type that takes for ever ends at the limit, and says nothing', async () => {
    const code =
      'type T<N extends number, A extends unknown[] = []> = A["length"] extends N ? A : T<N, [...A, ...A, 0]>;\ntype L = [T<77777>, T<77778>];\nlet f = (x: L) => x;';
    const executions = await run(code, { ...generous, cpuSeconds: 0.2 });
    expect(executions.flatMap((execution) => language.readCheck?.(execution) ?? [])).toEqual([]);
    expect(executions[0]?.termination).toMatchObject({ type: 'limit' });
  });

  test('junk in place of an answer is no diagnostic', () => {
    const execution = (stdout: string): Execution => ({
      termination: { type: 'exit', code: 0 },
      stdout: Buffer.from(stdout),
      stderr: new Uint8Array(),
      truncated: false,
      usage: { wallMs: 1, cpuMs: 1, maxRssBytes: 0 },
    });
    for (const text of ['', 'x', '{}', '[1, null, {}]', '[{"code": "1", "message": 2}]'])
      expect(language.readCheck?.(execution(text))).toEqual([]);
  });
});

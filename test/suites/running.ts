import { readFile } from 'node:fs/promises';
import type { LanguageId } from '../../src/domain/contract.ts';
import { runSuite, type SuiteRun } from '../../src/engine/suite/run-suite.ts';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { loadTypeScript } from '../../src/languages/typescript/typescript-language.ts';
import { findLuaRuntime } from '../../src/runtimes/find-lua.ts';
import { findNodeRuntime } from '../../src/runtimes/find-node.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { findTestFramework } from '../../src/runtimes/find-test-framework.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { cryptoRandom } from '../../src/surfaces/crypto-random.ts';

export type Given = {
  readonly program: string;
  readonly tests: string;
  /** Names of the two files. */
  readonly names?: readonly [program: string, tests: string];
  readonly siblings?: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
};

/** Runs test files on programs in the real sandbox. */
export type SuiteBench = { run(given: Given): Promise<SuiteRun>; close(): Promise<void> };

const parts = {
  python: () => Promise.all([loadPython(), findPythonRuntime()]),
  lua: () => Promise.all([loadLua(), findLuaRuntime()]),
  javascript: () => Promise.all([loadJavaScript(), findNodeRuntime()]),
  typescript: () => Promise.all([loadTypeScript(), findNodeRuntime()]),
};
const usualNames = {
  python: ['candidate.py', 'test_candidate.py'],
  lua: ['candidate.lua', 'candidate_spec.lua'],
  javascript: ['candidate.mjs', 'candidate.test.mjs'],
  typescript: ['candidate.ts', 'candidate.test.ts'],
} as const;

export async function openSuiteBench(id: LanguageId): Promise<SuiteBench> {
  const [language, runtime] = await parts[id]();
  const sandbox = await openBubblewrapSandbox();
  const session = await sandbox.open(runtime.spec, { workers: 1, program: language.probeProgram });
  const { suites } = language;
  if (suites === undefined) throw new Error(`${id} has no test files`);
  return {
    async run({ program, tests, names = usualNames[id], siblings = {}, timeoutSeconds = 3 }) {
      const { framework } = suites.readTests(tests, names[0]);
      const frameworkPaths = await findTestFramework({ framework, near: '/' });
      const file = { file: names[1], text: tests, program: names[0], siblings, frameworkPaths };
      return runSuite(program, file, { language, suites, session, random: cryptoRandom, timeoutSeconds }, {});
    },
    async close() {
      await session.close();
      await sandbox.close();
    },
  };
}

export const read = (file: URL): Promise<string> => readFile(file, 'utf8');

/** Ids by outcome, for a short comparison. */
export const outcomes = (run: SuiteRun): Readonly<Record<string, string>> =>
  Object.fromEntries(run.tests.map(({ id, outcome, integrity }) => [id, integrity === 'shared' ? `${outcome}, shared` : outcome]));

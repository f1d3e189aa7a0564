import { z } from 'zod';
import { AppError } from '../../../domain/app-error.ts';
import type { LanguageId } from '../../../domain/contract.ts';
import { plainName } from '../../plain-name.ts';
import { withText } from '../../run-fields.ts';
import { openSuiteSession, type SuiteSession } from '../../suite/open-suite-session.ts';
import { readTestText } from '../../suite/read-test-text.ts';
import type { McpDeps } from '../mcp-deps.ts';

/** Characters of one text. */
const mostCharacters = 262_144;
const mostFiles = 32;

const needed = 'a plain relative name such as "slugify.py" or "lib/parse.lua"';
const fileName = z.string().regex(plainName, `must be ${needed}`);

export const program = withText(mostCharacters);

/** A program with what its tests may need of it. */
export const fileFields = {
  programName: fileName.optional().describe('the name under which the tests import the program, e.g. "slugify.py"'),
  testsName: fileName.optional().describe('the name of the test file, e.g. "test_slugify.py"'),
  files: z
    .record(z.string(), z.string().max(mostCharacters))
    .refine((files) => Object.keys(files).every((name) => plainName.test(name)), `each needs ${needed}`)
    .refine((files) => Object.keys(files).length <= mostFiles, `are more than ${mostFiles}`)
    .refine((files) => Object.values(files).reduce((sum, { length }) => sum + length, 0) <= mostCharacters, 'are too long together')
    .optional()
    .describe('texts of further files that program or tests import, by name'),
};

export const tests = withText(mostCharacters);
export const testsAbout = 'the text of a test file: pytest, unittest, busted, luaunit, node:test, vitest, or a plain script';

const usualNames: Readonly<Record<LanguageId, readonly [program: string, tests: string]>> = {
  python: ['solution.py', 'test_solution.py'],
  lua: ['solution.lua', 'solution_spec.lua'],
  javascript: ['solution.mjs', 'solution.test.mjs'],
  typescript: ['solution.ts', 'solution.test.ts'],
};

export type GivenFiles = {
  readonly language: LanguageId;
  readonly programName?: string | undefined;
  readonly testsName?: string | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
};

export const programNameOf = ({ language, programName }: GivenFiles): string => programName ?? usualNames[language][0];

/** Reads the tests and opens a session that can run them. Throws `bad-input` for tests that cannot be used. */
export async function openGivenSuite(
  given: GivenFiles & { readonly tests: string },
  deps: McpDeps,
  timeout: number,
  signal: AbortSignal,
): Promise<SuiteSession> {
  const name = programNameOf(given);
  const file = given.testsName ?? usualNames[given.language][1];
  const siblings = given.files ?? {};
  const twice = [name, file].find((own, index) => own in siblings || (index === 1 && own === name));
  if (twice !== undefined) throw new AppError('bad-input', `${twice}: two files have that name`, 'give each file a name of its own');
  const language = await deps.language(given.language);
  const { reading, suites } = readTestText(given.tests, { file, program: name }, language);
  const read = { tests: { file, text: given.tests, program: name, siblings }, reading, language, suites, near: deps.near };
  return openSuiteSession(read, deps, { ...deps.settings, timeout }, { signal });
}

import { realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, normalize, relative, resolve } from 'node:path';
import type { Language } from '../../../ports/language.ts';
import type { TestFileReading, TestSuites } from '../../../ports/test-suite.ts';
import type { ReadSuite } from '../../suite/open-suite-session.ts';
import { readTestText } from '../../suite/read-test-text.ts';
import { readInputFile } from '../read-input-file.ts';

const maxTestBytes = 1024 * 1024;
const mostSiblings = 64;
const maxSiblingBytes = 256 * 1024;

export type ReadTests = Pick<ReadSuite, 'tests' | 'reading' | 'suites'>;

/**
 * A test file with the files of its folder and of the program's that they import, directly or through one another. Throws
 * `not-found` or `bad-input`, also for a test file that does not parse.
 */
export async function readTestFile(
  program: { readonly file: string; readonly code: string },
  testFile: string,
  language: Language,
): Promise<ReadTests> {
  const text = await readInputFile(testFile, { what: 'test', maxBytes: maxTestBytes });
  const { reading, suites } = readTestText(text, { file: testFile, program: basename(program.file) }, language);
  const siblings = await siblingFiles(program, { file: testFile, reading }, suites);
  return { reading, suites, tests: { file: basename(testFile), text, program: basename(program.file), siblings } };
}

/** The files of its folder that a program imports, directly or through one another, by relative path. */
export const programSiblings = async (
  program: { readonly file: string; readonly code: string },
  { suites }: Language,
): Promise<Readonly<Record<string, string>>> => (suites === undefined ? {} : siblingFiles(program, null, suites));

async function siblingFiles(
  program: { readonly file: string; readonly code: string },
  test: { readonly file: string; readonly reading: TestFileReading } | null,
  suites: TestSuites,
): Promise<Readonly<Record<string, string>>> {
  const given = test === null ? [program.file] : [test.file, program.file];
  const roots = [...new Set(given.map((file) => dirname(resolve(file))))];
  const skipped = new Set(await Promise.all(given.map((file) => realpath(file))));
  const found: Record<string, string> = {};
  const queue: { readonly imported: string; readonly from: string }[] = [
    ...(test?.reading.imports ?? []).map((imported) => ({ imported, from: '' })),
    ...suites.importsOf(program.code).map((imported) => ({ imported, from: '' })),
    ...(test !== null && extname(test.file) === '.py' ? [{ imported: 'conftest', from: '' }] : []),
  ];
  for (let next = queue.shift(); next !== undefined && Object.keys(found).length < mostSiblings; next = queue.shift()) {
    const { imported, from } = next;
    for (const path of suites.pathsOf(imported)) {
      const place = normalize(join(from, path));
      if (place.startsWith('..') || place in found) continue;
      const code = await readBelow(roots, place, skipped);
      if (code === null) continue;
      found[place] = code;
      queue.push(...suites.importsOf(code).map((name) => ({ imported: name, from: dirname(place) === '.' ? '' : dirname(place) })));
      break;
    }
  }
  return found;
}

/** The file below one of the folders, links followed only as long as they stay there; null for everything else. */
async function readBelow(roots: readonly string[], place: string, skipped: ReadonlySet<string>): Promise<string | null> {
  for (const root of roots) {
    const file = await realpath(join(root, place)).catch(() => null);
    if (file === null || skipped.has(file) || relative(await realpath(root), file).startsWith('..')) continue;
    const code = await readInputFile(file, { what: 'imported', maxBytes: maxSiblingBytes }).catch(() => null);
    if (code !== null) return code;
  }
  return null;
}

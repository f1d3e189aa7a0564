import { basename, extname, posix } from 'node:path';
import type { DataFiles } from '../../../domain/data-files.ts';
import { folderOf, placeBesideTests, snapshotFile } from '../../../domain/program-place.ts';
import type { Language } from '../../../ports/language.ts';
import type { ProgramFiles, TestSuites } from '../../../ports/test-suite.ts';
import type { ReadSuite } from '../../suite/open-suite-session.ts';
import { readTestText } from '../../suite/read-test-text.ts';
import { readInputFile } from '../read-input-file.ts';
import { openProject, type ProjectFiles } from './project-files.ts';

const maxTestBytes = 1024 * 1024;
const mostSiblings = 64;
/** Of all data files together, in bytes. */
const mostDataBytes = 8 * 1024 * 1024;

export type ReadTests = Pick<ReadSuite, 'tests' | 'reading' | 'suites'> & {
  /** Files that the tests or the program name and that were left out, with the reason. */
  readonly leftOut: readonly string[];
};

/**
 * A test file with the files of its project that it and the program import, directly or through one another, and those that they name in
 * a string. Throws `not-found` or `bad-input`, also for a test file that does not parse.
 */
export async function readTestFile(
  program: { readonly file: string; readonly code: string },
  testFile: string,
  language: Language,
): Promise<ReadTests> {
  const text = await readInputFile(testFile, { what: 'test', maxBytes: maxTestBytes });
  const { reading, suites } = readTestText(text, { file: testFile, program: basename(program.file) }, language);
  const project = await openProject([program.file, testFile]);
  const file = await project.pathOf(testFile);
  const programPath = await project.pathOf(program.file);
  const { searched } = placeBesideTests({ file, program: programPath });
  const { siblings, data, leftOut } = await collect(
    project,
    { suites, searched, taken: new Set([file, programPath]) },
    {
      texts: [
        { path: file, text },
        { path: programPath, text: program.code },
      ],
      also: extname(file) === '.py' ? conftests(file) : [snapshotFile(file)],
    },
  );
  return { reading, suites, tests: { file, text, program: programPath, siblings, ...data }, leftOut };
}

/** A program among the files of its project that it imports, directly or through one another; null where it imports none. */
export async function programFiles(
  { file, code }: { readonly file: string; readonly code: string },
  { suites }: Language,
): Promise<ProgramFiles | null> {
  if (suites === undefined) return null;
  const project = await openProject([file]);
  const program = await project.pathOf(file);
  const { searched } = placeBesideTests({ file: program, program });
  const { siblings, data } = await collect(
    project,
    { suites, searched, taken: new Set([program]) },
    { texts: [{ path: program, text: code }], also: [] },
  );
  return Object.keys(siblings).length === 0 && data.data === undefined ? null : { program, siblings, ...data };
}

/** pytest loads these by themselves, from the root down. */
const conftests = (file: string): readonly string[] => {
  const parts = folderOf(file)
    .split('/')
    .filter((part) => part !== '');
  return ['', ...parts.map((_part, index) => parts.slice(0, index + 1).join('/'))].map((folder) => posix.join(folder, 'conftest.py'));
};

type Source = { readonly path: string; readonly text: string };
type Search = { readonly suites: TestSuites; readonly searched: readonly string[]; readonly taken: ReadonlySet<string> };

type Collected = {
  readonly siblings: Readonly<Record<string, string>>;
  readonly data: { readonly data?: DataFiles };
  readonly leftOut: readonly string[];
};

async function collect(
  project: ProjectFiles,
  { suites, searched, taken }: Search,
  { texts, also }: { readonly texts: readonly Source[]; readonly also: readonly string[] },
): Promise<Collected> {
  const found: Record<string, string> = {};
  const queue: Source[] = [...texts];
  const isFull = (): boolean => Object.keys(found).length + Object.keys(data).length >= mostSiblings;
  const take = async (path: string): Promise<boolean> => {
    if (taken.has(path) || path in found) return true;
    if (path.startsWith('..') || isFull()) return false;
    const text = await project.read(path);
    if (text === null) return false;
    found[path] = text;
    if (isCode.test(path)) queue.push({ path, text });
    return true;
  };
  const data: Record<string, string> = {};
  const leftOut: string[] = [];
  let room = mostDataBytes;
  // What a program or a test reads may be no text.
  const takeAny = async (path: string): Promise<boolean> => {
    if (path in data || (await take(path))) return true;
    const read = path.startsWith('..') || taken.has(path) ? null : await project.readData(path);
    if (read === null) return false;
    if (isFull() || read.bytes === null || read.size > room) {
      leftOut.push(
        `${path}: ${isFull() ? `more than ${mostSiblings} files` : `${read.size} bytes, of ${mostDataBytes} for all files together`}`,
      );
      return true;
    }
    room -= read.size;
    data[path] = Buffer.from(read.bytes).toString('base64');
    return true;
  };
  for (const path of also) await take(path);
  for (let next = queue.shift(); next !== undefined && !isFull(); next = queue.shift()) {
    const folder = folderOf(next.path);
    for (const imported of suites.importsOf(next.text)) {
      const places = suites
        .pathsOf(imported)
        .flatMap((path) => (path.startsWith('.') ? [folder] : searched).map((from) => posix.join(from, path)));
      for (const path of places) if (await take(path)) break;
      // What a package's modules find in it.
      for (const path of places) for (const above of packagesOf(path)) await take(above);
    }
  }
  // What these very files name is theirs to read; what an imported file names may be anything.
  for (const { path, text } of texts) {
    for (const name of quotedNames(text)) {
      for (const from of new Set([folderOf(path), '', ...searched.slice(0, 1)])) {
        const place = posix.join(from, name);
        if (await takeAny(place)) break;
        for (const file of await project.list(place)) await takeAny(file);
      }
    }
  }
  return { siblings: found, data: Object.keys(data).length === 0 ? {} : { data }, leftOut };
}

const isCode = /\.(?:py|lua|[mc]?[jt]s)$/;

const packagesOf = (path: string): readonly string[] => {
  if (!path.endsWith('.py')) return [];
  const parts = folderOf(path)
    .split('/')
    .filter((part) => part !== '');
  return parts.map((_part, index) => `${parts.slice(0, index + 1).join('/')}/__init__.py`);
};

/** Strings that may be the name of a file or folder beside a program. */
function quotedNames(text: string): readonly string[] {
  const form = /(["'`])((?:\.{1,2}\/)*[\p{L}\p{N}_][\p{L}\p{N}_ ./-]{0,119})\1|[}./]\/([\p{L}\p{N}_][\p{L}\p{N}_ ./-]{0,119})(?=["'`])/gu;
  return [...new Set([...text.matchAll(form)].map(([, , name, below]) => name ?? below ?? ''))].slice(0, 200);
}

import { bytesOfFiles } from '../../domain/data-files.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import { folderOf, snapshotFile } from '../../domain/program-place.ts';
import type { Value } from '../../domain/value.ts';
import type { SuiteFramework, TestFile, TestSuites } from '../../ports/test-suite.ts';
import { formatWith } from '../format-value.ts';
import { scriptedAnswers } from '../suite-answers.ts';
import { suiteJob } from '../suite-job.ts';
import { readSuiteReport } from '../suite-report.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { twinSizes, twinsOf } from '../twin.ts';
import { javascriptDefinitions } from './javascript-definitions.ts';
import { javascriptValueStyle } from './javascript-format.ts';
import { readProgram } from './javascript-problem.ts';
import { javascriptSource } from './javascript-source.ts';
import { javascriptTwinPlaces } from './javascript-twin.ts';
import { importEnds, importedFile, importedPaths, runnableFiles } from './runnable-files.ts';
import { testsAsFunction } from './tests-as-function.ts';

const mainName = 'anneal_suite.cjs';
/** The name by which the probe finds a default export. */
const defaultName = 'candidate_default';

export type SuiteDialect = {
  readonly id: 'javascript' | 'typescript';
  readonly parse: Parse;
  readonly problem: (code: string) => Diagnostic | null;
  readonly toJavaScript: (code: string) => string;
  readonly suite: string;
};

/** Test files of JavaScript and TypeScript: node:test, vitest and plain scripts, on a collector of our own. */
export function ecmascriptSuites(dialect: SuiteDialect): TestSuites {
  const { parse } = dialect;
  const imports = (text: string): readonly string[] => importedModules(parse(text).root);
  return {
    readTests(text, program) {
      const tree = parse(text);
      const imported = imports(text);
      return {
        framework: frameworkOf(tree.root, imported),
        problem: dialect.problem(text),
        imports: imported,
        programImport: imported.find((name) => isProgram(name, program)) ?? null,
      };
    },
    importsOf: imports,
    pathsOf: importedPaths,
    exportsOf(code) {
      const definitions = [...javascriptDefinitions(parse(code).root)];
      const named = (form: RegExp): ReadonlySet<string> =>
        new Set(definitions.flatMap(([name, { type }]) => (form.test(type) ? [name] : [])));
      const [values, scalars] = [named(isObject), named(isScalar)];
      const offered = [...(exportedNames(parse, dialect.toJavaScript(code)) ?? definitions.map(([name]) => name))];
      // What a scalar is shows when it is asked for.
      return { all: offered.filter((name) => !scalars.has(name)), values: [...values] };
    },
    callOf: (expression) => ({ type: 'expression', expression }),
    contractFor(_tests, expressions) {
      const names = expressions.flatMap((text) => /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\(|$)/u.exec(text)?.[1] ?? []);
      return { language: dialect.id, entry: { kind: 'module', exports: [...new Set([...names, defaultName])] } };
    },
    besideProgram({ path, code }, siblings) {
      const { files, names } = runnable({ ...siblings, [path]: code });
      return { code: files[names.get(path) ?? path] ?? code, files };
    },
    job(tests, step, { nonce, limits }) {
      const replay = step.mode === 'replay';
      const versions = replay
        ? [{ label: 'tests', file: tests.file, text: tests.text }]
        : step.versions.map((one) => versionFile(one, tests));
      const { files, names } = runnable({ ...tests.siblings, ...(replay ? {} : { [tests.program]: step.candidate }) });
      const texts = Object.fromEntries([
        ...Object.entries(tests.siblings).flatMap(([name, text]) => (isModule.test(name) ? [[name, ownModule(name, text)] as const] : [])),
        ...versions.map(({ file, text }) => [file, ownModule(file, text)] as const),
      ]);
      const imported = imports(tests.text);
      const input = {
        nonce,
        file: tests.file,
        snapshots: snapshotsOf(tests),
        mode: step.mode,
        framework: frameworkOf(parse(tests.text).root, imported),
        programFile: names.get(tests.program) ?? tests.program,
        programImports: programImports(tests, imported, imports),
        importEnds,
        // Other files load the program too, so there must be one of it.
        reloaded: Object.entries(tests.siblings).some(
          ([name, text]) => isModule.test(name) && imports(text).some((one) => isProgram(one, tests.program)),
        ),
        // Beside the program its modules are the very ones that it loads itself, except those that take part in collecting tests.
        loaded: replay ? {} : Object.fromEntries([...names].filter(([name]) => !collects(name, tests.siblings))),
        modules: versions.map(({ label, file }) => ({ label, file })),
        texts,
        answers: replay ? scriptedAnswers(step.answers, sourceOrIterator, (value) => formatWith(javascriptValueStyle, value)) : {},
        names: replay ? step.exports : { all: [], values: [] },
        awaited: awaitedNames(tests.text),
        testSeconds: Math.max(1, limits.wallSeconds - 2),
      };
      return suiteJob(
        { main: mainName, text: dialect.suite },
        { files: { ...bytesOfFiles(tests.data), ...files }, stdin: JSON.stringify(input), limits },
      );
    },
    read: (execution, { nonce }) => readSuiteReport(execution, nonce),
    offersOf: (code) => exportedNames(parse, dialect.toJavaScript(code)),
    twins: (tests, count, turn, pick) => twinsOf(tests.text, javascriptTwinPlaces(parse(tests.text).root), count, turn, pick),
    twinSizes: (tests) => twinSizes(javascriptTwinPlaces(parse(tests.text).root)),
  };

  function runnable(files: Readonly<Record<string, string>>) {
    return runnableFiles(parse, dialect.toJavaScript, files);
  }

  /** A file that imports a framework of tests, by itself or through others. */
  function collects(name: string, files: Readonly<Record<string, string>>, seen: ReadonlySet<string> = new Set()): boolean {
    const text = files[name];
    if (text === undefined || seen.has(name)) return false;
    const further = new Set([...seen, name]);
    return imports(text).some((imported) => {
      if (frameworks.has(imported)) return true;
      const file = importedFile(imported, name, files);
      return file !== null && collects(file, files, further);
    });
  }

  function plain(name: string, text: string): string {
    return /\.[mc]?ts$/.test(name) ? dialect.toJavaScript(text) : text;
  }

  function ownModule(name: string, text: string) {
    return name.endsWith('.json') ? { head: '', body: text, module: false } : testsAsFunction(parse, plain(name, text));
  }
}

function snapshotsOf({ file, siblings }: TestFile): { readonly file: string; readonly text: string | null } {
  const own = snapshotFile(file);
  return { file: own, text: siblings[own] ?? null };
}

const versionFile = ({ label, text }: { readonly label: string; readonly text: string }, { file }: TestFile) => ({
  label,
  file: [folderOf(file), `${label}.test${file.slice(file.lastIndexOf('.'))}`].filter((part) => part !== '').join('/'),
  text,
});

/** Nodes that stand for neither a function nor a class, nor for what may give one. */
const isObject = /^(?:object|array|new_expression|as_expression|satisfies_expression)$/;
const isScalar = /^(?:string|template_string|number|true|false|null|unary_expression|binary_expression)$/;
/** What is imported; other files are read as they are. */
const isModule = /\.(?:[mc]?[jt]s|json)$/;
const frameworks = new Set(['node:test', 'vitest', '@jest/globals']);

/** What has a literal, and iterators, which tests read to their end. */
function sourceOrIterator(value: Value): string | null {
  if (value.type !== 'object' || !/^Generator$|Iterator$/.test(value.className)) return javascriptSource(value);
  const [field, more] = value.fields;
  const items = field?.[0] === 'items' && more === undefined ? javascriptSource(field[1]) : null;
  return items === null ? null : `${items}[Symbol.iterator]()`;
}

const stemOf = (file: string): string => (file.split('/').at(-1) ?? file).replace(/\.[mc]?[jt]s$/, '');
const isProgram = (specifier: string, program: string): boolean => specifier.startsWith('.') && stemOf(specifier) === stemOf(program);

/** Every way in which the tests, or files that they import, name the program. */
function programImports(tests: TestFile, imported: readonly string[], imports: (text: string) => readonly string[]): readonly string[] {
  const all = [...imported, ...Object.values(tests.siblings).flatMap(imports)].filter((name) => isProgram(name, tests.program));
  const alias = tests.alias ?? (all.length > 0 ? undefined : imported.find((name) => name.startsWith('.') && !isSibling(name, tests)));
  return [...new Set(alias === undefined ? all : [...all, alias])];
}

const isSibling = (specifier: string, { siblings }: TestFile): boolean =>
  Object.keys(siblings).some((name) => stemOf(name) === stemOf(specifier));

function importedModules(root: SyntaxNode): readonly string[] {
  const found = new Set<string>();
  for (const node of walk(root)) {
    const source = node.type === 'import_statement' || node.type === 'export_statement' ? childByField(node, 'source') : undefined;
    if (source !== undefined) found.add(source.text.slice(1, -1));
    if (node.type !== 'call_expression') continue;
    const called = childByField(node, 'function');
    const [argument] = namedChildren(childByField(node, 'arguments') ?? node);
    if ((called?.text === 'require' || called?.type === 'import') && argument?.type === 'string') found.add(argument.text.slice(1, -1));
  }
  return [...found];
}

function frameworkOf(root: SyntaxNode, imported: readonly string[]): SuiteFramework {
  if (imported.includes('node:test')) return 'node:test';
  if (imported.includes('vitest') || imported.includes('@jest/globals')) return 'vitest';
  const called = new Set(
    [...walk(root)].map((node) => (node.type === 'call_expression' ? childByField(node, 'function')?.text : undefined)),
  );
  return (called.has('test') || called.has('it')) && called.has('expect') ? 'vitest' : 'plain';
}

/** Functions whose result the tests take for a promise. */
function awaitedNames(text: string): readonly string[] {
  const forms = [
    /\bawait\s+(?:\w+\.)?(\w+)\s*\(/g,
    /\b(?:rejects|doesNotReject)\(\s*(?:\(\)\s*=>\s*)?(?:\w+\.)?(\w+)\s*\(/g,
    /\bexpect\(\s*(?:\(\)\s*=>\s*)?(?:\w+\.)?(\w+)\([^\n]*?\)\s*\)\s*\.(?:rejects|resolves)/g,
    /\b(\w+)\([^\n]*?\)\s*\.(?:then|catch|finally)\(/g,
  ];
  return [...new Set(forms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name ?? '')))];
}

/** Exports of a module; null for CommonJS, and for what it passes on from others. */
function exportedNames(parse: Parse, code: string): ReadonlySet<string> | null {
  const statements = namedChildren(parse(code).root).filter(({ type }) => type === 'export_statement');
  if (statements.length === 0) return readProgram(code).format === 'module' ? new Set() : null;
  const names = new Set<string>();
  for (const node of statements) {
    if (childByField(node, 'source') !== undefined) return null;
    const declaration = childByField(node, 'declaration');
    const clause = namedChildren(node).find(({ type }) => type === 'export_clause');
    if (node.children.some(({ type }) => type === 'default')) names.add(defaultName);
    else if (clause !== undefined) {
      for (const one of namedChildren(clause)) names.add((childByField(one, 'alias') ?? childByField(one, 'name') ?? one).text);
    } else if (declaration !== undefined) {
      const own = childByField(declaration, 'name');
      const declared = own === undefined ? namedChildren(declaration).map((one) => childByField(one, 'name')) : [own];
      for (const name of declared) if (name !== undefined) names.add(name.text);
    }
  }
  // `export default { a, b }` offers its fields as well, and which ones is not known here.
  return names.has(defaultName) && /\bexport\s+default\s*\{/.test(code) ? null : names;
}

import { fileNameOf, folderOf, placeBesideTests } from '../../domain/program-place.ts';
import type { Value } from '../../domain/value.ts';
import type { ProgramNames, TestFile, TestSuites } from '../../ports/test-suite.ts';
import type { ValueStyle } from '../format-value.ts';
import { formatWith } from '../format-value.ts';
import { scriptedAnswers } from '../suite-answers.ts';
import { suiteFiles, suiteJob } from '../suite-job.ts';
import { readSuiteReport } from '../suite-report.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { twinSizes, twinsOf } from '../twin.ts';
import { pythonDefinitions, pythonProblem } from './python-code.ts';
import { pythonSource } from './python-source.ts';
import { pythonTests, pythonTwinPlaces } from './python-twin.ts';

const mainName = 'anneal_suite.py';

/** Test files of Python: pytest's own runner where a file needs it, else a small collector. */
export function pythonSuites(parse: Parse, program: string, style: ValueStyle): TestSuites {
  const imports = (text: string): readonly string[] => importedModules(parse(text).root);
  const exportsOf = (code: string): ProgramNames => {
    const definitions = [...pythonDefinitions(parse(code).root)];
    const values = definitions.flatMap(([name, node]) => (isValue(node) ? [name] : []));
    return { all: definitions.map(([name]) => name), values };
  };
  return {
    readTests(text, programFile) {
      const tree = parse(text);
      const imported = imports(text);
      const stem = stemOf(programFile);
      return {
        framework: needsPytest(tree.root, imported) ? 'pytest' : imported.includes('unittest') ? 'unittest' : 'plain',
        problem: pythonProblem(tree),
        imports: imported,
        programImport: imported.find((name) => name === stem || name.endsWith(`.${stem}`)) ?? null,
      };
    },
    importsOf: imports,
    pathsOf(imported) {
      const [dots = ''] = /^\.*/.exec(imported) ?? [];
      const path = imported.slice(dots.length).replaceAll('.', '/');
      // One dot is the importing file's own folder, each further one a folder up. A package runs its `__init__` before its modules.
      const up = dots === '' ? '' : `./${'../'.repeat(dots.length - 1)}`;
      return path === '' ? [] : [`${up}${path}.py`, `${up}${path}/__init__.py`];
    },
    exportsOf,
    callOf: (expression) => ({ type: 'expression', expression }),
    contractFor: () => ({
      language: 'python',
      entry: { kind: 'module', exports: [] },
    }),
    besideProgram: ({ path, code }, siblings) => ({ code, files: { ...siblings, [path]: code } }),
    job(tests, step, { nonce, limits }) {
      const imported = imports(tests.text);
      const names = programNames(tests, imported);
      const replay = step.mode === 'replay';
      const versions = replay
        ? [{ label: 'tests', file: tests.file, text: tests.text }]
        : step.versions.map((one) => versionFile(one, tests));
      const awaited = [...tests.text.matchAll(/\b(?:await|asyncio\.run\()\s*(?:\w+\.)*(\w+)\s*\(/g)].map(([, name]) => name ?? '');
      const input = {
        nonce,
        mode: step.mode,
        framework: runnerOf(parse(tests.text).root, imported),
        programFile: tests.program,
        programNames: names,
        assume: names.length === 1 && !imported.includes(stemOf(tests.program)) && tests.alias === undefined ? imported : [],
        exports: replay ? step.exports : { all: [], values: [] },
        modules: versions.map(({ label, file }) => ({ label, file })),
        answers: replay ? scriptedAnswers(step.answers, sourceOrIterator, (value) => formatWith(style, value)) : {},
        awaited,
        searched: placeBesideTests(tests).searched,
        sitePaths: tests.frameworkPaths,
      };
      const files = suiteFiles(tests, step, versions);
      return suiteJob({ main: mainName, text: program }, { files, stdin: JSON.stringify(input), limits });
    },
    read: (execution, { nonce }) => readSuiteReport(execution, nonce),
    // The module's own scope is what is observed.
    offersOf: () => null,
    twins: (tests, count, turn, pick) => twinsOf(tests.text, pythonTwinPlaces(parse(tests.text).root), count, turn, pick),
    twinSizes: (tests) => twinSizes(pythonTwinPlaces(parse(tests.text).root)),
  };
}

const isValue = (node: SyntaxNode): boolean => node.type === 'assignment' && childByField(node, 'right')?.type !== 'lambda';

const stemOf = (file: string): string => fileNameOf(file).replace(/\.[^.]*$/, '');

/** Each version has a file name of its own; pytest and messages show it. */
const versionFile = ({ label, text }: { readonly label: string; readonly text: string }, { file }: TestFile) => ({
  label,
  file: [folderOf(file), `test_${label}.py`].filter((part) => part !== '').join('/'),
  text,
});

/**
 * The program's module under all names that the tests use for it, its own name below each folder in which modules are looked for, and the
 * packages around it of which no file is there.
 */
function programNames(tests: TestFile, imported: readonly string[]): readonly string[] {
  const stem = stemOf(tests.program);
  const { searched } = placeBesideTests(tests);
  const own = searched.flatMap((folder) => {
    const below = folder === '' ? '' : `${folder}/`;
    return tests.program.startsWith(below) ? [tests.program.slice(below.length).replace(/\.py$/, '').replaceAll('/', '.')] : [];
  });
  const paths = [...Object.keys(tests.siblings), tests.file];
  const isThere = (name: string): boolean =>
    searched.some((folder) => paths.some((path) => path.startsWith(`${folder === '' ? '' : `${folder}/`}${name.replaceAll('.', '/')}/`)));
  const isProgram = (name: string): boolean => name === stem || name.endsWith(`.${stem}`);
  const dotted = imported.filter((name) => {
    const parent = name.split('.').slice(0, -1).join('.');
    // `from total import total` names a function of the program's, not a module in it.
    return name.includes('.') && isProgram(name) && !name.startsWith('.') && !(isProgram(parent) && imported.includes(parent));
  });
  const parents = [...dotted, ...own].flatMap((name) => {
    const parts = name.split('.');
    return parts.slice(0, -1).map((_part, index) => parts.slice(0, index + 1).join('.'));
  });
  const absent = parents.filter((name) => !isThere(name));
  return [...new Set([stem, ...own, ...dotted, ...absent, ...(tests.alias === undefined ? [] : [tests.alias])])];
}

/** `import a.b` gives `a.b`; `from a import b` gives `a` and `a.b`, which may be a module as well. */
function importedModules(root: SyntaxNode): readonly string[] {
  const found = new Set<string>();
  for (const node of walk(root)) {
    if (node.type === 'import_statement') {
      for (const part of namedChildren(node)) found.add((childByField(part, 'name') ?? part).text);
    } else if (node.type === 'import_from_statement') {
      const module = childByField(node, 'module_name')?.text ?? '';
      if (module.replaceAll('.', '') !== '') found.add(module);
      for (const part of namedChildren(node)) {
        if (part.field !== 'name') continue;
        const name = (childByField(part, 'name') ?? part).text;
        found.add(module.endsWith('.') ? `${module}${name}` : `${module}.${name}`);
      }
    }
  }
  return [...found];
}

/** A file that only asserts is run as the script that it is. */
function runnerOf(root: SyntaxNode, imported: readonly string[]): 'pytest' | 'plain' | 'script' {
  if (needsPytest(root, imported)) return 'pytest';
  const hasTests = pythonTests(root).length > 0 || imported.includes('unittest') || /\bload_tests\b/.test(root.text);
  return hasTests ? 'plain' : 'script';
}

/** Fixtures, parametrised tests and pytest's own names; everything else runs without it. */
const ownHooks = /^(?:setup|teardown)_(?:class|function)$/;

function needsPytest(root: SyntaxNode, imported: readonly string[]): boolean {
  if (imported.some((name) => name === 'pytest' || name.startsWith('pytest.') || name.startsWith('_pytest'))) return true;
  // Hooks that only pytest calls.
  if ([...walk(root)].some((node) => node.type === 'function_definition' && ownHooks.test(childByField(node, 'name')?.text ?? '')))
    return true;
  return pythonTests(root).some(({ node, className, decorators }) => {
    const parameters = namedChildren(childByField(node, 'parameters') ?? node);
    return (
      // A decorator may give it its arguments.
      decorators.length === 0 &&
      childByField(node, 'parameters') !== undefined &&
      parameters.filter((one) => one.type === 'identifier').length > (className === null ? 0 : 1)
    );
  });
}

const iteratorName = /(?:iterator|^generator|^map|^filter|^zip|^enumerate|^reversed|^range|^dict_(?:keys|values|items))$/;

/** What has a literal, and iterators, which tests read to their end. */
function sourceOrIterator(value: Value): string | null {
  if (value.type === 'object' && iteratorName.test(value.className)) {
    const [field, more] = value.fields;
    const items = field?.[0] === 'items' && more === undefined ? pythonSource(field[1]) : null;
    if (items !== null) return value.className === 'generator' || value.className.endsWith('iterator') ? `iter(${items})` : items;
  }
  return pythonSource(value);
}

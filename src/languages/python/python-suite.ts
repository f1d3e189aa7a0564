import { fileNameOf, folderOf, placeBesideTests } from '../../domain/program-place.ts';
import type { Value } from '../../domain/value.ts';
import type { TestFile, TestSuites } from '../../ports/test-suite.ts';
import type { ValueStyle } from '../format-value.ts';
import { formatWith } from '../format-value.ts';
import { scriptedAnswers } from '../suite-answers.ts';
import { suiteFiles, suiteJob } from '../suite-job.ts';
import { readSuiteReport } from '../suite-report.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { type TwinPlace, twinsOf } from '../twin.ts';
import { pythonDefinitions, pythonProblem } from './python-code.ts';
import { pythonLiteral } from './python-literals.ts';
import { pythonSource } from './python-source.ts';

const mainName = 'anneal_suite.py';

/** Test files of Python: pytest's own runner where a file needs it, else a small collector. */
export function pythonSuites(parse: Parse, program: string, style: ValueStyle): TestSuites {
  const imports = (text: string): readonly string[] => importedModules(parse(text).root);
  const exportsOf = (code: string): readonly string[] => [...pythonDefinitions(parse(code).root).keys()];
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
        framework: needsPytest(parse(tests.text).root, imported) ? 'pytest' : 'plain',
        programFile: tests.program,
        programNames: names,
        assume: names.length === 1 && !imported.includes(stemOf(tests.program)) && tests.alias === undefined,
        exports: replay ? step.exports : [],
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
    twins: (tests, count, pick) => twinsOf(tests.text, twinPlaces(parse(tests.text).root), pythonSource, count, pick),
    twinCount: (tests) => twinPlaces(parse(tests.text).root).length,
  };
}

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

/** Fixtures, parametrised tests and pytest's own names; everything else runs without it. */
function needsPytest(root: SyntaxNode, imported: readonly string[]): boolean {
  if (imported.some((name) => name === 'pytest' || name.startsWith('pytest.') || name.startsWith('_pytest'))) return true;
  return testFunctions(root).some(({ node, className }) => {
    const parameters = namedChildren(childByField(node, 'parameters') ?? node);
    return (
      childByField(node, 'parameters') !== undefined &&
      parameters.filter((one) => one.type === 'identifier').length > (className === null ? 0 : 1)
    );
  });
}

function testFunctions(root: SyntaxNode): readonly {
  readonly id: string;
  readonly node: SyntaxNode;
  readonly className: string | null;
}[] {
  const found: { id: string; node: SyntaxNode; className: string | null }[] = [];
  const visit = (block: SyntaxNode, className: string | null): void => {
    for (const child of namedChildren(block)) {
      const node = child.type === 'decorated_definition' ? (childByField(child, 'definition') ?? child) : child;
      const name = childByField(node, 'name')?.text ?? '';
      if (node.type === 'function_definition' && name.startsWith('test')) {
        // A decorated test may run under other ids, or be expected to fail.
        if (child === node)
          found.push({
            id: className === null ? name : `${className}::${name}`,
            node,
            className,
          });
      } else if (node.type === 'class_definition' && className === null) {
        const body = childByField(node, 'body');
        if (body !== undefined) visit(body, name);
      }
    }
  };
  visit(root, null);
  return found;
}

const equalities = new Set(
  'assertEqual assertEquals assertIs assertAlmostEqual assertListEqual assertDictEqual assertTupleEqual assertSetEqual assertSequenceEqual assertMultiLineEqual'.split(
    ' ',
  ),
);

/** The last statement of each test: all before it hold when a right program comes to it. */
function twinPlaces(root: SyntaxNode): readonly TwinPlace[] {
  return testFunctions(root).flatMap(({ id, node }): readonly TwinPlace[] => {
    const last = namedChildren(childByField(node, 'body') ?? node).at(-1);
    if (last === undefined) return [];
    const literal = literalOf(last);
    if (literal !== null) return [{ test: id, ...literal }];
    const before = namedChildren(childByField(node, 'body') ?? node).at(-2);
    const sharesLine = last.row === node.row || last.row === before?.row;
    const lead = sharesLine ? '; ' : `\n${' '.repeat(last.column)}`;
    return [
      {
        test: id,
        start: last.end,
        end: last.end,
        failing: (a, b) => `${lead}assert ${a} == ${b}`,
      },
    ];
  });
}

type Literal = {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
};

function literalOf(statement: SyntaxNode): Literal | null {
  if (statement.type === 'assert_statement') {
    const test = namedChildren(statement)[0];
    const operators = test?.children.filter((child) => !child.named) ?? [];
    if (test?.type !== 'comparison_operator' || operators.length !== 1 || operators[0]?.type !== '==') return null;
    return oneLiteral(namedChildren(test));
  }
  const call = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
  if (call?.type !== 'call') return null;
  const name = /^self\.(\w+)$/.exec(childByField(call, 'function')?.text ?? '')?.[1];
  if (name === undefined || !equalities.has(name)) return null;
  return oneLiteral(namedChildren(childByField(call, 'arguments') ?? call).slice(0, 2));
}

/** The one side of two that is a literal. */
function oneLiteral(sides: readonly SyntaxNode[]): Literal | null {
  if (sides.length !== 2) return null;
  const literals = sides.flatMap((side) => {
    const value = pythonLiteral(side);
    return value === null ? [] : [{ start: side.start, end: side.end, value }];
  });
  const [only, more] = literals;
  return only === undefined || more !== undefined ? null : only;
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

import { fileNameOf, folderOf, placeBesideTests } from '../../domain/program-place.ts';
import type { SuiteFramework, TestFile, TestSuites } from '../../ports/test-suite.ts';
import { formatWith, type ValueStyle } from '../format-value.ts';
import { type ScriptedAnswer, scriptedAnswers } from '../suite-answers.ts';
import { suiteFiles, suiteJob } from '../suite-job.ts';
import { readSuiteReport } from '../suite-report.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { twinSizes, twinsOf } from '../twin.ts';
import { luaDefinitions, luaProblem } from './lua-code.ts';
import { luaSource, luaString } from './lua-source.ts';
import { luaTwinPlaces } from './lua-twin.ts';

const mainName = 'anneal_suite.lua';
/** The name that a chunk has which returns its one function. */
const chunkName = 'candidate_chunk';
/** All results of a call, not the first only. */
const allResults = 'local function __all(f, ...) return table.pack(f(...)) end';

/** Test files of Lua: busted and luaunit files on a collector of our own, and plain scripts. */
export function luaSuites(parse: Parse, program: string, style: ValueStyle): TestSuites {
  const imports = (text: string): readonly string[] => requiredModules(parse(text).root);
  return {
    readTests(text, programFile) {
      const tree = parse(text);
      const imported = imports(text);
      const stem = stemOf(programFile);
      return {
        framework: frameworkOf(tree.root, imported),
        problem: luaProblem(tree),
        imports: imported,
        programImport: imported.find((name) => isModule(name, stem) || name.endsWith(fileNameOf(programFile))) ?? null,
      };
    },
    importsOf: imports,
    pathsOf: (imported) => {
      const path = imported.replaceAll('.', '/');
      return ['luaunit', 'luassert', 'busted', 'busted.runner'].includes(imported) ? [] : [`${path}.lua`, `${path}/init.lua`];
    },
    exportsOf(code) {
      const { root } = parse(code);
      const names = [...luaDefinitions(root).keys()];
      return { all: [...(returnedFields(root) ?? names)], values: valueNames(root) };
    },
    callOf(expression) {
      const [, name, given] = /^([\w.]+)\(([\s\S]*)\)$/.exec(expression) ?? [];
      if (name === undefined) return { type: 'expression', expression };
      return { type: 'expression', expression: `__all(${name}${given === '' ? '' : `, ${given}`})`, setup: allResults };
    },
    contractFor(_tests, expressions) {
      if (expressions.some((text) => text.startsWith(`${chunkName}(`))) {
        return { language: 'lua', entry: { kind: 'function', name: chunkName, parameters: [] } };
      }
      const names = expressions.flatMap((text) => /^([A-Za-z_]\w*)\(/.exec(text)?.[1] ?? []);
      return { language: 'lua', entry: { kind: 'module', exports: [...new Set(names)] } };
    },
    besideProgram: ({ path, code }, siblings) => ({ code, files: { ...siblings, [path]: code } }),
    job(tests, step, { nonce, limits }) {
      const replay = step.mode === 'replay';
      const versions = replay
        ? [{ label: 'tests', file: tests.file, text: tests.text }]
        : step.versions.map((one) => versionFile(one, tests));
      const root = parse(tests.text).root;
      const answers = replay ? scriptedAnswers(step.answers, luaSource, (value) => formatWith(style, value)) : {};
      const input = [
        `nonce = ${luaString(nonce)}`,
        `mode = ${luaString(step.mode)}`,
        `framework = ${luaString(frameworkOf(root, imports(tests.text)))}`,
        `ownCommand = ${luaString(`${frameworkOf(root, imports(tests.text)) === 'busted' ? 'busted' : 'lua'} ${tests.file}`)}`,
        `programFile = ${luaString(tests.program)}`,
        `programBase = ${luaString(fileNameOf(tests.program))}`,
        `searched = {${placeBesideTests(tests).searched.map(luaString).join(', ')}}`,
        `programNames = {${programNames(tests, imports(tests.text)).map(luaString).join(', ')}}`,
        `modules = {${versions.map(({ label, file }) => `{ label = ${luaString(label)}, file = ${luaString(file)} }`).join(', ')}}`,
        `known = {${(replay ? step.exports.all : []).map((name) => `[${luaString(name)}] = true`).join(', ')}}`,
        `values = {${(replay ? step.exports.values : []).map((name) => `[${luaString(name)}] = true`).join(', ')}}`,
        `answers = {${Object.entries(answers)
          .map(([test, calls]) => `[${luaString(test)}] = {${calls.map(answerSource).join(', ')}}`)
          .join(', ')}}`,
      ];
      const files = suiteFiles(tests, step, versions);
      return suiteJob({ main: mainName, text: program }, { files, stdin: `return { ${input.join(', ')} }`, limits });
    },
    read: (execution, { nonce }) => readSuiteReport(execution, nonce),
    offersOf: (code) => returnedFields(parse(code).root),
    twins: (tests, count, turn, pick) => twinsOf(tests.text, luaTwinPlaces(parse(tests.text).root), count, turn, pick),
    twinSizes: (tests) => twinSizes(luaTwinPlaces(parse(tests.text).root)),
  };
}

const versionFile = ({ label, text }: { readonly label: string; readonly text: string }, { file }: TestFile) => ({
  label,
  file: [folderOf(file), `${label}_spec.lua`].filter((part) => part !== '').join('/'),
  text,
});
const stemOf = (file: string): string => fileNameOf(file).replace(/\.lua$/, '');

const isModule = (name: string, stem: string): boolean => name === stem || name.endsWith(`.${stem}`) || name.endsWith(`/${stem}`);

function programNames(tests: TestFile, imported: readonly string[]): readonly string[] {
  const stem = stemOf(tests.program);
  return [...new Set([stem, ...imported.filter((name) => isModule(name, stem)), ...(tests.alias === undefined ? [] : [tests.alias])])];
}

function answerSource(answer: ScriptedAnswer): string {
  const fields = [`expression = ${luaString(answer.expression)}`, `kind = ${luaString(answer.kind)}`];
  if (answer.stdout !== null) fields.push(`stdout = ${luaString(answer.stdout)}`);
  if (answer.after !== null) fields.push(`after = {${answer.after.map((text) => (text === null ? 'false' : luaString(text))).join(', ')}}`);
  if (answer.kind === 'value') fields.push(`source = ${luaString(answer.source)}`);
  else if (answer.kind === 'opaque') fields.push(`shown = ${luaString(answer.shown)}`);
  else fields.push(`message = ${luaString(answer.message)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Modules of `require`, and files of `dofile` and `loadfile`. */
function requiredModules(root: SyntaxNode): readonly string[] {
  const found = new Set<string>();
  for (const node of walk(root)) {
    if (node.type !== 'function_call') continue;
    const name = childByField(node, 'name')?.text ?? '';
    const [argument] = namedChildren(childByField(node, 'arguments') ?? node);
    if (['require', 'dofile', 'loadfile'].includes(name) && argument?.type === 'string') {
      found.add(namedChildren(argument)[0]?.text ?? '');
    }
  }
  return [...found];
}

function frameworkOf(root: SyntaxNode, imported: readonly string[]): SuiteFramework {
  if (imported.includes('luaunit')) return 'luaunit';
  for (const node of walk(root)) {
    if (node.type === 'function_call' && ['describe', 'it', 'context'].includes(childByField(node, 'name')?.text ?? '')) return 'busted';
  }
  return 'plain';
}

const literals = new Set(['string', 'number', 'true', 'false', 'table_constructor', 'unary_expression']);

/** Names and fields that are given a value which is written out. */
function valueNames(root: SyntaxNode): readonly string[] {
  return namedChildren(root).flatMap((statement) =>
    [...walk(statement)].flatMap((node): readonly string[] => {
      if (node.type === 'field') {
        const value = childByField(node, 'value');
        const name = childByField(node, 'name')?.text;
        return name !== undefined && value !== undefined && literals.has(value.type) ? [name] : [];
      }
      if (node.type !== 'assignment_statement') return [];
      const [names, given] = namedChildren(node).map((list) => namedChildren(list));
      return (names ?? []).flatMap((name, index) => {
        const value = given?.[index];
        return value !== undefined && literals.has(value.type) ? [name.text.split(/[.:]/).at(-1) ?? name.text] : [];
      });
    }),
  );
}

/** Fields of the table that a chunk returns by its name; null when it returns anything else. */
function returnedFields(root: SyntaxNode): ReadonlySet<string> | null {
  const statements = namedChildren(root);
  const last = statements.at(-1);
  const returned = last?.type === 'return_statement' ? namedChildren(namedChildren(last)[0] ?? last) : [];
  const [value, more] = returned;
  if (value?.type !== 'identifier' || more !== undefined) return null;
  const table = value.text;
  const text = root.text;
  // Fields may also be set where nobody sees it.
  if (new RegExp(`\\b(?:setmetatable|rawset|pairs)\\s*\\(\\s*${table}\\b|\\b${table}\\s*\\[`).test(text)) return null;
  const assigned = [...text.matchAll(new RegExp(`\\b${table}\\s*[.:]\\s*([A-Za-z_]\\w*)\\s*(?:=(?!=)|\\()`, 'g'))].map(
    ([, name]) => name ?? '',
  );
  const made = [...walk(root)].flatMap((node) => (node.type === 'field' ? [childByField(node, 'name')?.text ?? ''] : []));
  return new Set([...assigned, ...made]);
}

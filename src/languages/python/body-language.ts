import { readFile } from 'node:fs/promises';
import type { Contract } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import { type Integration, noIntegration } from '../../domain/skill-body.ts';
import type { Value } from '../../domain/value.ts';
import type { Language, Reading } from '../../ports/language.ts';
import type { SkillBodies } from '../../ports/skill-bodies.ts';
import { childByField, loadParser, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import { bodyLiterals } from './body-literals.ts';
import { pythonDefinitions, pythonProblem } from './python-code.ts';
import { pythonLiteral } from './python-literals.ts';
import { pythonStandardModules } from './python-stdlib.ts';

const contract: Contract = { language: 'python', entry: { kind: 'module', exports: ['predict', 'act'] } };
const ownModules = new Set(['anneal_skill', 'semif_agent']);

/** Bodies in Python. Reads its files once; what comes back does no input or output. */
export async function loadPythonBodies(language: Language): Promise<SkillBodies> {
  const file = (name: string): Promise<string> => readFile(new URL(`./bodies/${name}`, import.meta.url), 'utf8');
  const [parse, types, skills, decisions, program, text] = (await Promise.all([
    loadParser('python'),
    ...['anneal_skill.py', 'semif_skills.py', 'semif_decisions.py', 'run_body.py', 'contract.md'].map(file),
  ])) as [Awaited<ReturnType<typeof loadParser>>, string, string, string, string, string];
  return {
    contract: text,
    extract: (reply) => language.extract(reply, contract),
    check(code) {
      const tree = parse(code);
      const problem = pythonProblem(tree);
      if (problem !== null) {
        const at = problem.line === undefined ? '' : ` (line ${problem.line})`;
        return [{ ...problem, message: `not valid Python${at}: ${problem.message}` }];
      }
      const declared = readIntegration(tree.root);
      return [
        ...entries(tree.root),
        ...imports(tree.root),
        ...bodyLiterals(tree.root),
        ...(declared.ok ? [] : [fault('integration', declared.reason)]),
      ];
    },
    integration: (code) => readIntegration(parse(code).root),
    job: (code, start, limits) => ({
      files: {
        'run_body.py': program,
        'skill_body.py': code,
        'anneal_skill.py': types,
        'semif_agent/__init__.py': '',
        'semif_agent/skills.py': skills,
        'semif_agent/decisions.py': decisions,
      },
      main: 'run_body.py',
      args: [],
      stdin: `${JSON.stringify(start)}\n`,
      wantsResult: true,
      limits,
    }),
  };
}

const fault = (rule: string, message: string, node?: SyntaxNode): Diagnostic => ({
  severity: 'error',
  rule,
  message,
  ...(node === undefined ? {} : { line: node.row + 1 }),
});

const phases = [
  { name: 'predict', parameters: ['ctx', 'request'] },
  { name: 'act', parameters: ['ctx', 'request', 'prediction'] },
] as const;

/** `predict` and `act` at the top of the module, with their parameters. */
function entries(root: SyntaxNode): readonly Diagnostic[] {
  const defined = pythonDefinitions(root);
  return phases.flatMap(({ name, parameters }) => {
    const node = defined.get(name);
    if (node?.type !== 'function_definition') return [fault('entry-missing', `no module-level function ${name}(${parameters.join(', ')})`)];
    if (node.children.some(({ type }) => type === 'async')) return [fault('entry-missing', `${name} must not be async`, node)];
    const taken = namedChildren(childByField(node, 'parameters') ?? node).map(({ type }) => type);
    const fits =
      taken.includes('list_splat_pattern') ||
      (taken.length >= parameters.length && taken.slice(parameters.length).every((type) => /default|splat/.test(type)));
    return fits ? [] : [fault('parameters', `line ${node.row + 1}: ${name} must take (${parameters.join(', ')})`, node)];
  });
}

function imports(root: SyntaxNode): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const node of walk(root)) {
    if (node.type !== 'import_statement' && node.type !== 'import_from_statement') continue;
    const modules =
      node.type === 'import_from_statement'
        ? [childByField(node, 'module_name')?.text ?? '.']
        : namedChildren(node).map((child) => (childByField(child, 'name') ?? child).text);
    for (const module of modules) {
      const [top = ''] = module.split('.');
      if (pythonStandardModules.has(top) || ownModules.has(top)) continue;
      const message = `line ${node.row + 1} imports ${module}, which is neither the standard library nor anneal_skill`;
      found.push(fault('third-party-import', message, node));
    }
  }
  return found;
}

const listKeys = { config_vars: 'configVars', secrets: 'secrets', hosts: 'hosts' } as const;
const transports = ['http', 'file', 'compute'];

/** `INTEGRATION`, read as literals. */
function readIntegration(root: SyntaxNode): Reading<Integration> {
  const node = pythonDefinitions(root).get('INTEGRATION');
  if (node === undefined) return { ok: true, value: noIntegration };
  const refused = (reason: string): Reading<Integration> => ({ ok: false, reason: `line ${node.row + 1}: INTEGRATION ${reason}` });
  const value = node.type === 'assignment' ? pythonLiteral(childByField(node, 'right') ?? node) : null;
  if (value?.type !== 'map') return refused('must be a dict of literals; nothing in it is run');
  const fields = new Map<string, Value>();
  for (const [key, item] of value.entries) {
    if (key.type !== 'string') return refused('has a key that is no text');
    if (!isFlat(item)) return refused(`must be flat: ${key.value} is neither text, number, True, False, None nor a list of text`);
    fields.set(key.value, item);
  }
  const transport = textOf(fields.get('transport')) ?? (fields.has('hosts') ? 'http' : 'compute');
  const known = transport === 'caldav' ? 'http' : transport;
  if (!transports.includes(known))
    return refused(`names the transport ${transport}, which the host cannot carry; it knows ${transports.join(', ')}`);
  const integration: Integration = { ...noIntegration, service: textOf(fields.get('service')) ?? null, transport: known };
  const lists = Object.entries(listKeys).map(([key, field]) => [field, listOf(fields.get(key))] as const);
  const read = { ...integration, ...Object.fromEntries(lists) };
  const bad = read.hosts.find(
    (host) => !/^config:[A-Za-z_]\w*$/.test(host) && !/^(?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/.test(host),
  );
  if (bad !== undefined)
    return refused(`names the host ${JSON.stringify(bad)}; write host:port, or config:NAME for the address in a setting`);
  // A body for another agent names its settings only: an address among them is what it means to dial.
  const hosts =
    read.hosts.length === 0 && known === 'http'
      ? read.configVars.filter((name) => /url$|address$|endpoint$|base$/i.test(name)).map((name) => `config:${name}`)
      : read.hosts;
  return { ok: true, value: { ...read, hosts } };
}

const isFlat = (value: Value): boolean =>
  ['string', 'int', 'float', 'bool', 'null'].includes(value.type) ||
  ((value.type === 'list' || value.type === 'tuple') && value.items.every(({ type }) => type === 'string'));

const textOf = (value: Value | undefined): string | undefined => (value?.type === 'string' ? value.value : undefined);

/** A list of text, or one text with commas. */
function listOf(value: Value | undefined): readonly string[] {
  if (value?.type === 'string')
    return value.value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return value?.type === 'list' || value?.type === 'tuple' ? value.items.flatMap((item) => textOf(item) ?? []) : [];
}

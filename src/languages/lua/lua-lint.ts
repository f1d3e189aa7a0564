import type { Diagnostic } from '../../domain/diagnostic.ts';
import { nearest } from '../../domain/nearest-name.ts';
import { namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import { type DialectFacts, dialectFacts, type LuaDialect, replacementFor } from './lua-dialects.ts';
import type { LuaLint } from './lua-host.ts';
import { type GlobalUse, luaNames } from './lua-names.ts';

type LintTarget = { readonly title: string; readonly dialect: LuaDialect; readonly lint: LuaLint };

/** What a program uses and its host lacks, and what its host asks for and the program lacks; one of a kind. `entry` is defined elsewhere. */
export function lintLua(root: SyntaxNode, source: string, target: LintTarget, known: readonly string[]): readonly Diagnostic[] {
  const facts = dialectFacts(target.dialect);
  const { uses, locals } = luaNames(root);
  const written = new Set(uses.flatMap(({ path: [name = ''], kind }) => (kind === 'write' ? [name] : [])));
  const found = new Map<string, Diagnostic>();
  const add = (key: string, diagnostic: Diagnostic): void => {
    if (!found.has(key)) found.set(key, diagnostic);
  };
  for (const use of uses) {
    const fault = faultOfUse(use, target, facts, new Set([...written, ...known]), locals);
    if (fault !== null) add(`${fault.rule} ${fault.message}`, fault);
  }
  // What a program sets up by itself is meant to stay.
  const setUp = uses.flatMap(({ path: [name = ''], kind, inFunction }) => (kind === 'write' && !inFunction ? [name] : []));
  for (const use of uses) {
    const fault = globalWrite(use, target, target.lint.noNewGlobals ? known : [...known, ...setUp]);
    if (fault !== null) add(`${fault.rule} ${use.path[0] ?? ''}`, fault);
  }
  for (const fault of newerSyntax(root, target, facts)) add(fault.rule + fault.message, fault);
  for (const fault of textFaults(root, source, target.lint)) add(fault.rule, fault);
  if (target.lint.mustReturn && !returns(root)) {
    add('no-return', {
      severity: 'error',
      rule: 'no-return',
      message: 'the program returns nothing, so the host gets no value',
      hint: 'End it with return and the value that is asked for.',
    });
  }
  return [...found.values()];
}

/** Globals of one host or version, for programs that are written for another. */
const owners: Readonly<Record<string, string>> = {
  ngx: 'OpenResty',
  kong: 'Kong',
  vim: 'Neovim',
  redis: 'Redis',
  KEYS: 'Redis',
  ARGV: 'Redis',
  game: 'Roblox',
  workspace: 'Roblox',
  task: 'Roblox',
  wf: 'low-code workflows',
  _utils: 'low-code workflows',
  love: 'LÖVE',
  pandoc: 'Pandoc',
  utf8: 'Lua 5.3 and later',
  bit32: 'Lua 5.2',
  bit: 'LuaJIT',
  jit: 'LuaJIT',
  ffi: 'LuaJIT',
};

const placeOf = (node: SyntaxNode) => ({ line: node.row + 1 });

/** A name that is not there: of the host, of this version, or of no Lua at all. */
function faultOfUse(
  use: GlobalUse,
  { title, dialect, lint }: LintTarget,
  facts: DialectFacts,
  defined: ReadonlySet<string>,
  locals: ReadonlySet<string>,
): Diagnostic | null {
  if (use.kind === 'write') return null;
  const [name = '', field] = use.path;
  if (defined.has(name)) return null;
  const warning = (rule: string, message: string, hint: string): Diagnostic => ({
    severity: 'warning',
    rule,
    message,
    ...placeOf(use.node),
    hint,
  });
  for (const path of [name, use.path.slice(0, 2).join('.')]) {
    const instead = lint.absent.get(path);
    if (instead !== undefined)
      return warning('lua-host-lacks', `${title} has no ${path}`, instead ?? 'Do without it: compute the value in plain Lua.');
  }
  const ofHost = lint.globals.get(name);
  if (ofHost !== undefined) return hostField(use, name, ofHost, title, warning);
  if (!facts.names.has(name)) {
    const other = replacementFor(name, dialect);
    if (other !== null) return warning('lua-removed', `${name} is not in ${title}`, `Use ${other}.`);
    const owner = owners[name];
    if (owner !== undefined)
      return warning(
        'lua-undefined',
        `undefined name ${name}`,
        `${name} belongs to ${owner}, and this is ${title}: do without it, or pass in what it gives.`,
      );
    const meant = nearest(name, [...locals, ...defined, ...facts.names, ...lint.globals.keys()]);
    const hint = meant === null ? `Define ${name}, or pass it as a parameter.` : `Did you mean ${meant}?`;
    return warning('lua-undefined', `undefined name ${name}`, hint);
  }
  const fields = facts.fields.get(name);
  if (field === undefined || fields === undefined || fields.has(field) || use.kind === 'define') return null;
  const path = `${name}.${field}`;
  const other = replacementFor(path, dialect);
  if (other !== null) return warning('lua-removed', `${path} is not in ${title}`, `Use ${other}.`);
  const meant = nearest(field, [...fields]);
  return warning(
    'lua-undefined-field',
    `${path} is not in ${title}`,
    meant === null
      ? `Write it in plain Lua: ${name} has ${[...fields].slice(0, 8).join(', ')} and more.`
      : `Did you mean ${name}.${meant}?`,
  );
}

/** `wf.variables` where there is `wf.vars`; deeper names and `*` are the data's own. */
function hostField(
  use: GlobalUse,
  name: string,
  offered: readonly string[],
  title: string,
  warning: (rule: string, message: string, hint: string) => Diagnostic,
): Diagnostic | null {
  const path = use.path.slice(1);
  if (path.length === 0 || offered.length === 0) return null;
  const fits = offered.some((pattern) => {
    const parts = pattern.split('.');
    return (
      parts.every((part, index) => part === '*' || path[index] === undefined || part === path[index]) &&
      (parts.length >= path.length || parts.at(-1) === '*')
    );
  });
  if (fits) return null;
  const plain = offered.map((pattern) => pattern.replace(/\.?\*$/, '')).filter((pattern) => pattern !== '');
  const own = plain.map((pattern) => pattern.split('.')[0] ?? '');
  const begun = own.find((other) => other.slice(0, 3) === path[0]?.slice(0, 3));
  const meant =
    nearest(path.join('.'), plain) ?? (path.length > 1 && own.includes(path[0] ?? '') ? null : (begun ?? nearest(path[0] ?? '', own)));
  const hint = meant === null ? `${name} has ${plain.slice(0, 12).join(', ')}.` : `Did you mean ${name}.${meant}?`;
  return warning('lua-host-field', `${title} has no ${name}.${path.join('.')}`, hint);
}

function globalWrite(use: GlobalUse, { title, lint }: LintTarget, known: readonly string[]): Diagnostic | null {
  const [name = ''] = use.path;
  if (use.kind !== 'write' || known.includes(name)) return null;
  const { isFunction } = use;
  if (lint.noNewGlobals)
    return {
      severity: 'warning',
      rule: 'lua-global',
      message: `${title} refuses new globals, such as ${name}`,
      ...placeOf(use.node),
      hint: `Write local before ${isFunction ? `function ${name}` : name}.`,
    };
  if (!use.inFunction || isFunction) return null;
  return {
    severity: 'warning',
    rule: 'lua-global',
    message: `${name} is a global that keeps its value between calls`,
    ...placeOf(use.node),
    hint: `Write local ${name} where it is first set.`,
  };
}

/** Syntax that the parser reads and an older Lua does not. */
function* newerSyntax(root: SyntaxNode, { title }: LintTarget, { lacks }: DialectFacts): Generator<Diagnostic> {
  if (lacks.size === 0) return;
  const fault = (node: SyntaxNode, what: string, hint: string): Diagnostic => ({
    severity: 'error',
    rule: 'syntax',
    message: `${what} is not in ${title}`,
    ...placeOf(node),
    hint,
  });
  for (const node of walk(root)) {
    if (lacks.has('goto') && (node.type === 'goto_statement' || node.type === 'label_statement'))
      yield fault(node, 'goto', 'Put the rest of the loop into an if, or into a function that returns early.');
    if (lacks.has('attribs') && node.type === 'attribute') yield fault(node, node.text, 'Leave the attribute out.');
    if (node.type !== 'binary_expression' && node.type !== 'unary_expression') continue;
    const operator = node.children.find((child) => !child.named)?.type ?? '';
    if (lacks.has('integer-division') && operator === '//') yield fault(node, 'the operator //', 'Use math.floor(a / b).');
    if (lacks.has('bitwise') && ['&', '|', '<<', '>>', '~'].includes(operator))
      yield fault(node, `the operator ${operator}`, 'Use the functions of the library bit or bit32, where there is one, or arithmetic.');
  }
}

function* textFaults(root: SyntaxNode, source: string, { rules }: LuaLint): Generator<Diagnostic> {
  for (const { rule, where, pattern, message, hint } of rules) {
    if (where === 'source') {
      const match = pattern.exec(source);
      if (match !== null) yield { severity: 'error', rule, message, line: source.slice(0, match.index).split('\n').length, hint };
      continue;
    }
    for (const node of walk(root)) {
      if (node.type !== 'string' || !pattern.test(node.text.replace(/^(?:["']|\[=*\[)|(?:["']|\]=*\])$/g, ''))) continue;
      yield { severity: 'error', rule, message, ...placeOf(node), hint };
      break;
    }
  }
}

/** A `return` of the chunk itself, wherever its blocks put it. */
function returns(node: SyntaxNode): boolean {
  if (node.type === 'return_statement') return namedChildren(node).length > 0;
  if (node.type === 'function_declaration' || node.type === 'function_definition') return false;
  return namedChildren(node).some(returns);
}

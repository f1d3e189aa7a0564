import type { Diagnostic } from '../../domain/diagnostic.ts';
import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import { pythonLiteral } from './python-literals.ts';

/** Addresses that name a format and are never dialled. */
const namespaces = /^https?:\/\/(?:www\.w3\.org|schemas?\.[\w.-]+|purl\.org|xmlns\.com|json-schema\.org)(?:\/|$)/i;

/** What a working value looks like, and what it is called. */
const kinds: readonly { readonly what: string; readonly looks: (text: string) => boolean }[] = [
  { what: 'an address', looks: (text) => /\b[a-z][a-z0-9+.-]*:\/\/[^\s/{}%<>"']*[a-z0-9]/i.test(text) && !namespaces.test(text) },
  { what: 'a host', looks: (text) => /(?<![\w.-])(?:localhost|(?:\d{1,3}\.){3}\d{1,3})(?![\w.-])/i.test(text) },
  { what: 'an e-mail address', looks: (text) => /(?<![\w.@])[\w.+-]+@[\w-]+\.[a-z]{2,}(?![\w@])/i.test(text) },
  {
    what: 'a path',
    looks: (text) => /^(?:~?\/(?:home|Users|root|etc|var|tmp|opt|usr|mnt|srv|data)(?:\/|$)|~\/\S|[A-Za-z]:[\\/]\S)/.test(text),
  },
  {
    what: 'a credential',
    looks: (text) =>
      /(?<![\w-])(?:sk|pk|rk)[-_][\w-]{8,}|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{16,}|\bxox[abprs]-[\w-]{8,}|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}|\bglpat-[\w-]{10,}|\beyJ[\w-]{10,}\.[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY/.test(
        text,
      ) || /^(?:Bearer|Basic|Token)\s+[\w.~+/=-]{6,}$/.test(text),
  },
];

const secretName = /(?:^|_)(?:api_?key|access_?key|secret|token|pass(?:word|wd|phrase)?|credentials?)$/i;

/**
 * Working values as literals: what differs from person to person and belongs in `ctx.config`. Docstrings and the declaration
 * itself are no program; a text that only names a format is none either.
 */
export function bodyLiterals(root: SyntaxNode): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: SyntaxNode, key: string | null): void => {
    if (isDeclaration(node) || isDocstring(node)) return;
    if (node.type === 'string' || node.type === 'concatenated_string') {
      const fault = faultOf(plainText(node), key);
      if (fault !== null && node.field !== 'key') found.push(rejection(node, fault));
      // The expressions inside an f-string hold strings of their own.
      for (const child of node.children) if (child.type === 'interpolation') visit(child, null);
      return;
    }
    for (const child of node.children) visit(child, nameFor(node, child) ?? (child.type === 'string' ? null : inherited(node, key)));
  };
  visit(root, null);
  return found;
}

/** Through brackets and operators a value keeps the name that it is given to. */
const inherited = (node: SyntaxNode, key: string | null): string | null =>
  ['parenthesized_expression', 'boolean_operator', 'conditional_expression'].includes(node.type) ? key : null;

/** The name that a value is bound to: an assignment's, a keyword's, a default's, a dictionary's key. */
function nameFor(node: SyntaxNode, child: SyntaxNode): string | null {
  const isValue = child.field === 'right' || child.field === 'value';
  if (!isValue && !['parenthesized_expression', 'boolean_operator', 'conditional_expression'].includes(node.type)) return null;
  const name = childByField(node, 'left') ?? childByField(node, 'name') ?? childByField(node, 'key');
  if (name === undefined) return null;
  if (name.type === 'identifier') return name.text;
  if (name.type === 'attribute') return name.text.slice(name.text.lastIndexOf('.') + 1);
  return name.type === 'string' ? plainText(name) : null;
}

function faultOf(text: string, key: string | null): string | null {
  const kind = kinds.find(({ looks }) => looks(text));
  if (kind !== undefined) return kind.what;
  return key !== null && secretName.test(key) && /^\S{4,}$/.test(text) && text !== key && !/[{}]/.test(text) ? 'a credential' : null;
}

const rejection = (node: SyntaxNode, what: string): Diagnostic => ({
  severity: 'error',
  rule: 'literal-value',
  message: `line ${node.row + 1} holds ${what} as a literal; working values come from ctx.config`,
  line: node.row + 1,
  hint: 'Read it from ctx.config under a clear name, and list that name in config_vars.',
});

const isDocstring = (node: SyntaxNode): boolean =>
  node.type === 'expression_statement' && ['string', 'concatenated_string'].includes(namedChildren(node)[0]?.type ?? '');

const isDeclaration = (node: SyntaxNode): boolean =>
  node.type === 'assignment' && ['INTEGRATION', 'CONTRACT'].includes(childByField(node, 'left')?.text ?? '');

/** A string's own text; of an f-string what stands outside its braces, with a space for each of them. */
function plainText(node: SyntaxNode): string {
  const literal = pythonLiteral(node);
  if (literal?.type === 'string') return literal.value;
  const parts: string[] = [];
  for (const part of walk(node)) {
    if (part.type === 'string_content') parts.push(part.children.length === 0 ? part.text : '');
    if (part.type === 'interpolation') parts.push(' ');
  }
  return parts.join('') || node.text.replace(/\{[^{}]*\}/g, ' ');
}

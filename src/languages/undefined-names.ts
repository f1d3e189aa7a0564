import type { Diagnostic } from '../domain/diagnostic.ts';
import { nearest } from '../domain/nearest-name.ts';
import type { ForeignNames } from './foreign-names.ts';
import type { SyntaxNode } from './syntax-tree.ts';

export type NameUses = { readonly bound: ReadonlySet<string>; readonly used: ReadonlyMap<string, SyntaxNode> };

/**
 * Names that nothing in a program binds and the language does not have: a mistyped name, or a missing import. `imports` tells
 * how a name is imported where that is known, `foreign` what stands here for a word of another language.
 */
export function undefinedNames(
  { bound, used }: NameUses,
  known: ReadonlySet<string>,
  imports: (name: string) => string | null,
  foreign: ForeignNames,
): readonly Diagnostic[] {
  return [...used].flatMap(([name, node]): readonly Diagnostic[] => {
    if (bound.has(name) || known.has(name)) return [];
    const place = { line: node.row + 1 };
    return [
      {
        severity: 'warning',
        rule: 'undefined-name',
        message: `undefined name ${name}`,
        ...place,
        hint: nameHint(name, [...bound], known, imports, foreign),
      },
    ];
  });
}

/** One sentence for a name that is not there. */
export function nameHint(
  name: string,
  own: readonly string[],
  known: ReadonlySet<string>,
  imports: (name: string) => string | null,
  foreign: ForeignNames,
): string {
  if (Object.hasOwn(foreign, name)) return `Use ${foreign[name]}.`;
  const add = imports(name);
  if (add !== null) return `Add: ${add}.`;
  // Short names are near to too many others.
  const similar = (other: string): boolean => other !== name && (name.length > 3 || other[0] === name[0]);
  const meant = nearest(name, own.filter(similar)) ?? nearest(name, [...known].filter(similar));
  return meant === null ? `Define ${name}, or pass it as a parameter.` : `Did you mean ${meant}?`;
}

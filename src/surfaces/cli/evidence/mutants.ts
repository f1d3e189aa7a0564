import type { LanguageId } from '../../../domain/contract.ts';

/** A program with one small change. */
export type Mutant = { readonly code: string; readonly line: number; readonly change: string };

const swaps: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '~=': '==', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '+', '/': '*', '//': '*', '%': '*', '&&': '||', '||': '&&' },
  ...{ and: 'or', or: 'and', True: 'False', False: 'True', true: 'false', false: 'true', min: 'max', max: 'min' },
};
/** Left alone: literals of text and comments. The order matters, longer signs come first. */
const tokens: Readonly<Record<'python' | 'lua' | 'javascript', RegExp>> = {
  python:
    /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*|[A-Za-z_]\w*|\d+(?:\.\d+)?|->|\*\*|[<>=!]=|\/\/|[-+*/%]=?|[<>]/g,
  lua: /--\[\[[\s\S]*?\]\]|--[^\n]*|\[\[[\s\S]*?\]\]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\d+(?:\.\d+)?|[<>=~]=|\/\/|[-+*/%]|[<>]/g,
  javascript:
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[=!]==|=>|\*\*|[<>=!]=|&&|\|\||\+\+|--|[-+*/%]=?|[<>]/g,
};

/**
 * Small syntactic changes to a program: a comparison, an operator, a number or a truth value at a time, spread over it, at
 * most `most`. Some may not parse and some may behave as before; the caller finds out.
 */
export function mutantsOf(code: string, language: LanguageId, most: number): readonly Mutant[] {
  const all: Mutant[] = [];
  const pattern = tokens[language === 'typescript' ? 'javascript' : language];
  for (const match of code.matchAll(pattern)) {
    const [from] = match;
    // A minus that belongs to a number stays: the number itself is changed.
    const to = /^\d+$/.test(from) ? String(Number(from) + 1) : Object.hasOwn(swaps, from) ? swaps[from] : undefined;
    if (to === undefined) continue;
    const line = code.slice(0, match.index).split('\n').length;
    all.push({ code: code.slice(0, match.index) + to + code.slice(match.index + from.length), line, change: `${from} to ${to}` });
  }
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]).filter((mutant) => mutant !== undefined);
}

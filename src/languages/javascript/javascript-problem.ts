import { type Options, parse } from 'acorn';
import type { Diagnostic } from '../../domain/diagnostic.ts';

/** How Node would load a program: by its syntax, where no file name says it. */
export type ProgramFormat = 'module' | 'commonjs';

export type ReadProgram = { readonly format: ProgramFormat; readonly problem: Diagnostic | null };

/** Exactly what the language refuses, e.g. a name declared twice: the grammar of the tree parser is more lenient. */
export function readProgram(code: string): ReadProgram {
  const asCommonJs = attempt(code, 'commonjs');
  if (asCommonJs === null) return { format: 'commonjs', problem: null };
  const asModule = attempt(code, 'module');
  if (asModule === null) return { format: 'module', problem: null };
  const saysModule = /^\s*(?:import\b(?!\s*\()|export\b)/m.test(code);
  return saysModule ? { format: 'module', problem: asModule } : { format: 'commonjs', problem: asCommonJs };
}

function attempt(code: string, sourceType: NonNullable<Options['sourceType']>): Diagnostic | null {
  try {
    parse(code, { ecmaVersion: 'latest', sourceType, allowHashBang: true });
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** A program that nests deeper than the stack of a parser is refused as well. */
function problemOf(error: unknown): Diagnostic {
  const message = error instanceof SyntaxError ? error.message.replace(/ \(\d+:\d+\)$/, '') : 'nested too deeply';
  const place = error instanceof SyntaxError && 'loc' in error ? error.loc : undefined;
  return { severity: 'error', rule: 'syntax', message: `invalid syntax: ${lowerFirst(message)}`, ...lineOf(place) };
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function lineOf(place: unknown): { readonly line?: number } {
  if (typeof place !== 'object' || place === null || !('line' in place)) return {};
  return typeof place.line === 'number' ? { line: place.line } : {};
}

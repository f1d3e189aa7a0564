import type { Diagnostic } from '../../domain/diagnostic.ts';

export type Stripped = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly problem: Diagnostic };

export type StripLibrary = Pick<typeof import('@swc/wasm-typescript'), 'transformSync'>;

/**
 * Makes the same program without types. Types are replaced by white space, so that every line and column stays where it is; only
 * a program with enums, namespaces, parameter properties or `<T>x` is rewritten, and its lines may move. `load` gives the
 * library with a memory of its own each time.
 */
export function createTypeStripper(load: () => StripLibrary): (code: string) => Stripped {
  let library = load();
  const attempt = (code: string, mode: 'strip-only' | 'transform'): Stripped => {
    try {
      return { ok: true, code: library.transformSync(code, { mode }).code };
    } catch (error) {
      // Its memory is not what it was: after a trap it fails on every program.
      if (error instanceof Error) library = load();
      return { ok: false, problem: problemOf(error) };
    }
  };
  return (code) => {
    const erased = attempt(code, 'strip-only');
    return erased.ok || erased.problem.rule !== rewriteRule ? erased : attempt(code, 'transform');
  };
}

const rewriteRule = 'needs-rewriting';

/** The library throws plain objects: `{ code, message, startLine, … }`. */
function problemOf(error: unknown): Diagnostic {
  const { code, message, startLine } = typeof error === 'object' && error !== null ? (error as { readonly [key: string]: unknown }) : {};
  const text = typeof message === 'string' && !(error instanceof Error) ? message : 'nested too deeply';
  return {
    severity: 'error',
    rule: code === 'UnsupportedSyntax' ? rewriteRule : 'syntax',
    message: `invalid syntax: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    ...(typeof startLine === 'number' ? { line: startLine } : {}),
  };
}

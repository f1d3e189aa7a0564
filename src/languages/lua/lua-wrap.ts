import type { Diagnostic } from '../../domain/diagnostic.ts';

/** The two ends of a format such as `lua{%s}lua`. */
const ends = (wrap: string): readonly [string, string] => {
  const [before = '', after = ''] = wrap.split('%s');
  return [before, after];
};

/** The program inside its wrapper, also where that stands as the only value of a JSON object. */
export function withoutWrap(text: string, wrap: string): string {
  const [before, after] = ends(wrap);
  const inner = text.trim().startsWith('{') ? (onlyText(text) ?? text) : text;
  const trimmed = inner.trim();
  if (!trimmed.startsWith(before) || !trimmed.endsWith(after) || trimmed.length < before.length + after.length) return text;
  return trimmed.slice(before.length, trimmed.length - after.length);
}

function onlyText(text: string): string | null {
  try {
    const values = Object.values(JSON.parse(text) as object);
    return values.length === 1 && typeof values[0] === 'string' ? values[0] : null;
  } catch {
    return null;
  }
}

/** A program that holds the end mark itself would be cut there by its host. */
export function wrapProblem(code: string, wrap: string): Diagnostic | null {
  const [, after] = ends(wrap);
  const at = after === '' ? -1 : code.indexOf(after);
  if (at < 0) return null;
  return {
    severity: 'error',
    rule: 'wrap-end',
    message: `the program holds ${after}, which ends it there for the host`,
    line: code.slice(0, at).split('\n').length,
    hint: `Take the mark apart, as in "${after.slice(0, 1)}" .. "${after.slice(1)}".`,
  };
}

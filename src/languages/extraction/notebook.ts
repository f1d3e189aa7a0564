import type { Json } from '../../domain/json.ts';

/** The code cells of a notebook, one after the other, without its own commands (`%…`, `!…`); null for what is no notebook. */
export function programOfNotebook(data: Json): string | null {
  if (!isObject(data) || !Array.isArray(data.cells)) return null;
  const sources = data.cells.flatMap((cell: Json) => (isObject(cell) && cell.cell_type === 'code' ? [sourceOf(cell.source)] : []));
  if (sources.length === 0) return null;
  return sources.map((source) => source.replace(/^[%!].*$/gm, '').trim()).join('\n\n');
}

const isObject = (data: Json | undefined): data is { readonly [key: string]: Json } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** One text, or its lines with their ends. */
const sourceOf = (source: Json | undefined): string =>
  typeof source === 'string' ? source : Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : '';

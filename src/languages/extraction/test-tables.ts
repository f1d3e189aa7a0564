import type { Contract } from '../../domain/contract.ts';
import type { Example } from '../../ports/language.ts';
import { readExample } from '../example-reading.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';

const valueHeader = /expect|result|output|return|value|ожида|результат|выход|вывод|ответ|верн/iu;
const asideHeader =
  /^(?:#|№|n|no\.?|id|note|notes|comment|description|name|case|why|reason|explanation|test|пояснение|описание|комментарий|примечание|случай|тест)$/iu;

/** Rows of Markdown tables: a call and its value, or the arguments in columns of their own. */
export function testsInTables(syntax: ExpressionSyntax, text: string, contract: Contract, name: string): readonly Example[] {
  const examples: Example[] = [];
  let header: readonly string[] = [];
  const lines = text.split('\n');
  // Where rows hold calls, a row that calls something else is about something else.
  const holdsCalls = lines.some((line) => /^\s*\|/.test(line) && cellsOf(line).some((cell) => isCall(syntax, cell, name)));
  for (const [index, line] of lines.entries()) {
    if (!/^\s*\|.*\|\s*$/.test(line)) {
      header = [];
      continue;
    }
    const cells = cellsOf(line);
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    if (/^\s*\|[\s:|-]+\|\s*$/.test(lines[index + 1] ?? '')) {
      header = cells;
      continue;
    }
    const example = fromRow(syntax, cells, header, contract, name);
    if (holdsCalls && !cells.some((cell) => isCall(syntax, cell, name))) continue;
    if (example !== null) examples.push({ ...example, source: line });
  }
  return examples;
}

const isCall = (syntax: ExpressionSyntax, cell: string, name: string): boolean =>
  cell.startsWith(`${name}(`) && syntax.parse(cell) !== null;

/** Cells without their code marks; a bar in a code mark or behind a backslash divides nothing. */
function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  const cells = inner.match(/(?:`[^`]*`|\\\||[^|`])+|(?<=\|)(?=\|)/g) ?? [];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^`+|`+$/g, '')
      .replaceAll('\\|', '|')
      .trim(),
  );
}

function fromRow(
  syntax: ExpressionSyntax,
  cells: readonly string[],
  header: readonly string[],
  contract: Contract,
  name: string,
): Example | null {
  const callAt = cells.findIndex((cell) => isCall(syntax, cell, name));
  const named = header.findLastIndex((title) => valueHeader.test(title));
  const valueAt = named >= 0 && named !== callAt ? named : callAt >= 0 ? callAt + 1 : -1;
  const value = cells[valueAt];
  if (value === undefined || syntax.parse(value) === null) return null;
  const given = cells.slice(0, valueAt).filter((_, index) => !asideHeader.test(header[index] ?? ''));
  const call = callAt >= 0 ? cells[callAt] : given.length > 0 && named >= 0 ? `${name}(${given.join(', ')})` : undefined;
  if (call === undefined || syntax.parse(call) === null) return null;
  const read = readExample(syntax, `${call} == ${value}`, contract.entry);
  return read.ok ? read.value : null;
}

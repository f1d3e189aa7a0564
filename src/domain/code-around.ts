/** The lines around one, three on each side, with their numbers and a mark at the line itself. `line` is 1-based. */
export function codeAround(code: string, line: number): string {
  const lines = code.replace(/\n$/, '').split('\n');
  const first = Math.max(1, line - 3);
  const last = Math.min(lines.length, line + 3);
  return lines
    .slice(first - 1, last)
    .map((text, index) => `${first + index === line ? '>' : ' '} ${String(first + index).padStart(String(last).length)} | ${text}`)
    .join('\n');
}

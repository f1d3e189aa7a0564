/** The mended text in the original's own form: its byte order mark, its line ends, and a line end at the end. */
export function inFormOf(original: string, code: string): string {
  const lineEnd = original.includes('\r\n') ? '\r\n' : '\n';
  const lines = code.replace(/\r\n/g, '\n').replace(/\n*$/, '\n');
  return `${original.startsWith('\uFEFF') ? '\uFEFF' : ''}${lines.replaceAll('\n', lineEnd)}`;
}

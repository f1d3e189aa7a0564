/** The mended text in the original's own form: its byte order mark, the line ends that most of its lines have, and how its last line ends. */
export function inFormOf(original: string, code: string): string {
  const carriages = original.split('\r\n').length - 1;
  const lineEnd = carriages * 2 > original.split('\n').length - 1 ? '\r\n' : '\n';
  const lines = code.replace(/\r\n/g, '\n').replace(/\n*$/, original.endsWith('\n') ? '\n' : '');
  return `${original.startsWith('\uFEFF') ? '\uFEFF' : ''}${lines.replaceAll('\n', lineEnd)}`;
}

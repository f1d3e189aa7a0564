import type { Example, Reading } from '../ports/language.ts';

const strings = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const form = new RegExp(
  String.raw`^stdin\s*[:=]\s*(${strings})\s*(?:[,;]?\s*args\s*[:=]\s*\[(.*?)\])?\s*(?:-+>|=>|→|==)\s*(?:stdout\s*[:=]\s*)?(${strings})$`,
  's',
);

/** Reads `stdin: "3 4\n" -> "7\n"`, with `args: ["-v"]` between them if wanted; null when it is no such example. */
export function readProgramExample(text: string): Reading<Example> | null {
  if (!/^stdin\s*[:=]/.test(text)) return null;
  const match = form.exec(text);
  const [stdin, args, stdout] = match === null ? [] : [unquote(match[1] ?? ''), readArguments(match[2] ?? ''), unquote(match[3] ?? '')];
  if (stdin === undefined || stdin === null || stdout === undefined || stdout === null || args === undefined || args === null) {
    return { ok: false, reason: `Cannot read the example "${text}": write stdin: "3 4\\n" -> "7\\n", with both texts in quotes.` };
  }
  return { ok: true, value: { call: { type: 'program', stdin, args }, expected: { type: 'stdout', text: stdout }, source: text } };
}

const readArguments = (list: string): string[] | null => {
  const items = (list.match(new RegExp(strings, 'gs')) ?? []).map(unquote);
  return items.every((item) => item !== null) ? items : null;
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

function unquote(quoted: string): string | null {
  return quoted.length < 2
    ? null
    : quoted.slice(1, -1).replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex?: string, unit?: string, other = '') => {
        const code = hex ?? unit;
        return code === undefined ? (escapes[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16));
      });
}

import { resolve } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import type { Entry, LanguageId } from '../../domain/contract.ts';
import { printableLine } from '../../domain/printable.ts';
import { readExample } from '../../engine/tests/read-example.ts';
import type { Language } from '../../ports/language.ts';
import { readInputFile } from './read-input-file.ts';

const maxExampleFileBytes = 256 * 1024;

/** `--example` values as given; `@FILE` stands for a JSON file with a context, or for the lines of a file. Throws `not-found` or `bad-input`. */
export async function expandExamples(given: readonly string[], workingFolder: string): Promise<readonly string[]> {
  const examples: string[] = [];
  for (const text of given) {
    if (!text.startsWith('@')) {
      examples.push(text);
      continue;
    }
    const content = await readInputFile(resolve(workingFolder, text.slice(1)), { what: 'example', maxBytes: maxExampleFileBytes });
    const whole = contextExample(content);
    if (whole !== null) {
      examples.push(whole);
      continue;
    }
    examples.push(
      ...content
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#')),
    );
  }
  return examples;
}

/** `{"context": …, "expected": …}`, possibly over many lines, as one line; null for any other text. */
function contextExample(content: string): string | null {
  if (!content.trimStart().startsWith('{')) return null;
  try {
    return JSON.stringify(JSON.parse(content));
  } catch {
    return null;
  }
}

export type Request = { readonly task: string; readonly signature: string | undefined; readonly examples: readonly string[] };

/** Refuses a signature or an example that cannot be meant, before a model is opened. Throws `bad-input`. */
export function checkAgainstLanguage({ task, signature, examples }: Request, language: Language): void {
  let entry = signature === undefined ? language.findSignature(task) : parseSignature(signature, language);
  for (const text of examples) {
    const reading = readExample(text, entry, language);
    if (!reading.ok) {
      throw new AppError('bad-input', `--example ${quote(text)}: ${reading.reason}`, `write it like ${exampleFor(entry)}`);
    }
    const called = language.entryFromExample(reading.value);
    const wanted = nameOf(entry);
    const found = nameOf(called);
    if (wanted !== null && found !== null && wanted !== found) {
      throw new AppError(
        'bad-input',
        `--example ${quote(text)} calls ${found}, but the function is ${wanted}`,
        `call ${wanted} in the example, or name ${found} in --signature`,
      );
    }
    entry ??= called;
  }
}

/**
 * What the text shows as a value and what becomes of it (`so [1, 1] becomes [1]`), and what does not count because the function does
 * not take one value. Empty where it counts, or may.
 */
export function unreadPairs({ task, signature, examples }: Request, language: Language): readonly string[] {
  const fromText = signature === undefined ? language.findSignature(task) : parseSignature(signature, language);
  const [first] = examples.map((text) => readExample(text, null, language));
  const [inText] = language.findExamples(task, null);
  const shown = first?.ok === true ? first.value : inText;
  const entry = fromText ?? (shown === undefined ? null : language.entryFromExample(shown));
  if (entry?.kind !== 'function' || entry.parameters.length === 1) return [];
  const counted = new Set(language.findExamples(task, entry).map(({ source }) => source));
  const ofOne = language.findExamples(task, { kind: 'function', name: entry.name, parameters: [{ name: 'x' }] });
  return ofOne.flatMap(({ source }) => (counted.has(source) ? [] : [source]));
}

function parseSignature(signature: string, language: Language): Entry {
  const sample = `for ${language.title} write it like --signature '${sampleSignature[language.id]}'`;
  const refuse = (why: string): AppError => new AppError('bad-input', `--signature ${quote(signature)} ${why}`, sample);
  if (signature.trim() === '') throw refuse('is empty');
  if (signature.length > maxSignatureCharacters) {
    throw refuse(`is too long: ${signature.length} characters, at most ${maxSignatureCharacters} are accepted`);
  }
  if (/[\n\r]/.test(signature.trim())) throw refuse('has more than one line');
  const reading = language.parseSignature(signature);
  if (!reading.ok) throw refuse(`cannot be read as ${language.title}`);
  const names = reading.value.kind === 'function' ? reading.value.parameters.map(({ name }) => name) : [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuse(`names the parameter ${twice} twice`);
  return reading.value;
}

const maxSignatureCharacters = 2000;
const sampleSignature: Readonly<Record<LanguageId, string>> = {
  python: 'def f(xs: list[int]) -> int',
  lua: 'function f(n)',
  javascript: 'function f(n)',
  typescript: 'function f(xs: number[]): number',
};

/** What the person typed, on one line and not longer than a look. */
const quote = (text: string): string => `"${printableLine(text, 120)}"`;
const nameOf = (entry: Entry | null): string | null => (entry?.kind === 'function' ? entry.name : null);
const exampleFor = (entry: Entry | null): string => `-e '${nameOf(entry) ?? 'f'}(3) == 6'`;

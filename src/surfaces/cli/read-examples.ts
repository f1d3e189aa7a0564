import { resolve } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import type { Entry } from '../../domain/contract.ts';
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
      throw new AppError('bad-input', `--example ${JSON.stringify(text)}: ${reading.reason}`, `write it like ${exampleFor(entry)}`);
    }
    const called = language.entryFromExample(reading.value);
    const wanted = nameOf(entry);
    const found = nameOf(called);
    if (wanted !== null && found !== null && wanted !== found) {
      throw new AppError(
        'bad-input',
        `--example ${JSON.stringify(text)} calls ${found}, but the function is ${wanted}`,
        `call ${wanted} in the example, or name ${found} in --signature`,
      );
    }
    entry ??= called;
  }
}

function parseSignature(signature: string, language: Language): Entry {
  const reading = language.parseSignature(signature);
  if (reading.ok) return reading.value;
  const sample = language.id === 'lua' ? "--signature 'function f(n)'" : "--signature 'def f(xs: list[int]) -> int'";
  throw new AppError(
    'bad-input',
    `--signature ${JSON.stringify(signature)}: ${reading.reason}`,
    `for ${language.title} write it like ${sample}`,
  );
}

const nameOf = (entry: Entry | null): string | null => (entry?.kind === 'function' ? entry.name : null);
const exampleFor = (entry: Entry | null): string => `-e '${nameOf(entry) ?? 'f'}(3) == 6'`;

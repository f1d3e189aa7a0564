import { AppError } from '../../domain/app-error.ts';
import type { Language } from '../../ports/language.ts';
import type { TestFileReading, TestSuites } from '../../ports/test-suite.ts';

/**
 * What a test file's text says of itself. `file` is how errors name it, `program` the base name of the program's file. Throws
 * `bad-input` for a text that does not parse, and for a language without test files.
 */
export function readTestText(
  text: string,
  { file, program }: { readonly file: string; readonly program: string },
  language: Language,
): { readonly reading: TestFileReading; readonly suites: TestSuites } {
  const { suites } = language;
  if (suites === undefined)
    throw new AppError('bad-input', `${language.title} has no test files here`, 'give examples instead: -e "f(3) == 6"');
  const reading = suites.readTests(text, program);
  if (reading.problem === null) return { reading, suites };
  const { line, message } = reading.problem;
  const where = line === undefined ? file : `${file}:${line}`;
  throw new AppError('bad-input', `test file ${where} does not parse: ${message}`, 'mend the test file first');
}

import { AppError } from '../../domain/app-error.ts';
import { type LanguageId, languageIds } from '../../domain/contract.ts';
import { nearest } from '../../domain/nearest-name.ts';
import { languageOfFile, languageOfTag } from '../language-names.ts';
import { readInputFile } from './read-input-file.ts';

const maxProgramBytes = 1024 * 1024;

export type ProgramFile = { readonly code: string; readonly language: LanguageId };

/** A program and its language, from `--language` or the file's name. */
export async function readProgramFile(file: string, language: string | undefined): Promise<ProgramFile> {
  const id = language === undefined ? languageOfFile(file) : languageNamed(language);
  if (id === undefined) {
    throw new AppError(
      'bad-input',
      `${file}: the file name does not say the language`,
      `add --language, one of: ${languageIds.join(', ')}`,
    );
  }
  return { code: await readInputFile(file, { what: 'program', maxBytes: maxProgramBytes }), language: id };
}

/** Throws `usage` with the nearest language. */
export function languageNamed(name: string): LanguageId {
  const found = languageOfTag(name);
  if (found !== undefined) return found;
  const meant = nearest(name.toLowerCase(), languageIds);
  throw new AppError(
    'usage',
    `--language: "${name}" is not available`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${languageIds.join(', ')}`,
  );
}

import { extname } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import type { LanguageId } from '../../domain/contract.ts';
import { nearest } from '../../domain/nearest-name.ts';
import { readInputFile } from './read-input-file.ts';

const languageByExtension: Readonly<Record<string, LanguageId>> = {
  ...{ '.py': 'python', '.lua': 'lua' },
  ...{ '.js': 'javascript', '.mjs': 'javascript', '.cjs': 'javascript', '.ts': 'typescript', '.mts': 'typescript' },
};
const available: readonly LanguageId[] = ['python', 'lua', 'javascript', 'typescript'];
const shortNames: Readonly<Record<string, LanguageId>> = {
  ...{ py: 'python', python3: 'python', lua54: 'lua' },
  ...{ js: 'javascript', node: 'javascript', ts: 'typescript' },
};
const maxProgramBytes = 1024 * 1024;

export type ProgramFile = { readonly code: string; readonly language: LanguageId };

/** A program and its language, from `--language` or the file's name. */
export async function readProgramFile(file: string, language: string | undefined): Promise<ProgramFile> {
  const id = language === undefined ? languageByExtension[extname(file).toLowerCase()] : languageNamed(language);
  if (id === undefined) {
    throw new AppError('bad-input', `${file}: the file name does not say the language`, `add --language, one of: ${available.join(', ')}`);
  }
  return { code: await readInputFile(file, { what: 'program', maxBytes: maxProgramBytes }), language: id };
}

/** Throws `usage` with the nearest language. */
export function languageNamed(name: string): LanguageId {
  const typed = name.toLowerCase();
  const found = available.find((id) => id === typed) ?? shortNames[typed];
  if (found !== undefined) return found;
  const meant = nearest(typed, available);
  throw new AppError(
    'usage',
    `--language: "${name}" is not available`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${available.join(', ')}`,
  );
}

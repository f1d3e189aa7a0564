import { extname } from 'node:path';
import { type LanguageId, languageIds } from '../domain/contract.ts';

const byExtension: Readonly<Record<string, LanguageId>> = {
  ...{ '.py': 'python', '.lua': 'lua' },
  ...{ '.js': 'javascript', '.mjs': 'javascript', '.cjs': 'javascript', '.ts': 'typescript', '.mts': 'typescript' },
};
const shortNames: Readonly<Record<string, LanguageId>> = {
  ...{ py: 'python', python3: 'python', lua54: 'lua' },
  ...{ js: 'javascript', node: 'javascript', ts: 'typescript' },
};

/** The language that a file's name says; undefined for any other file. */
export const languageOfFile = (file: string): LanguageId | undefined => byExtension[extname(file).toLowerCase()];

/** The language of a name as people type it, and as fences carry it. */
export function languageOfTag(name: string): LanguageId | undefined {
  const typed = name.toLowerCase();
  return languageIds.find((id) => id === typed) ?? (Object.hasOwn(shortNames, typed) ? shortNames[typed] : undefined);
}

/** The usual extension of a language's files, without the dot. */
export const extensionOf = (language: LanguageId): string => ({ python: 'py', lua: 'lua', javascript: 'mjs', typescript: 'ts' })[language];

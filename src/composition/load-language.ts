import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { Language } from '../ports/language.ts';

/** Throws `bad-input` for a language that this version does not have. */
export async function loadLanguage(id: LanguageId): Promise<Language> {
  switch (id) {
    case 'python':
      return (await import('../languages/python/python-language.ts')).loadPython();
    case 'lua':
      return (await import('../languages/lua/lua-language.ts')).loadLua();
    default:
      throw new AppError('bad-input', `${id} is not available in this version`, 'use --language python or --language lua');
  }
}

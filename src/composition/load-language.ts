import type { LanguageId } from '../domain/contract.ts';
import type { Language } from '../ports/language.ts';
import { luaProfile } from './lua-profiles.ts';

/** Each language is loaded only when it is asked for. */
export async function loadLanguage(id: LanguageId, profile?: string): Promise<Language> {
  switch (id) {
    case 'python':
      return (await import('../languages/python/python-language.ts')).loadPython();
    case 'lua':
      return (await import('../languages/lua/lua-language.ts')).loadLua(await luaProfile(profile ?? 'lua54'));
    case 'javascript':
      return (await import('../languages/javascript/javascript-language.ts')).loadJavaScript();
    case 'typescript':
      return (await import('../languages/typescript/typescript-language.ts')).loadTypeScript(
        await (await import('../runtimes/find-typescript.ts')).findTypeScript(),
      );
  }
}

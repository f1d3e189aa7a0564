import type { LanguageId } from '../domain/contract.ts';
import type { Language } from '../ports/language.ts';
import { loadLanguage } from './load-language.ts';

/** Loads each language and host once: what a parser takes of memory is never given back. A failure is tried again. */
export function loadedLanguages(): (id: LanguageId, profile?: string) => Promise<Language> {
  const loaded = new Map<string, Promise<Language>>();
  return (id, profile) => {
    const key = `${id} ${profile ?? ''}`;
    const known = loaded.get(key) ?? loadLanguage(id, profile);
    loaded.set(key, known);
    known.catch(() => loaded.delete(key));
    return known;
  };
}

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Tongue as Language } from '../../../src/domain/texts.ts';
import { readSetting, writeSetting } from '../app/settings.ts';
import { en, ru, type Words } from './words.ts';

type Chosen = { readonly language: Language; readonly choose: (language: Language) => void };

const LanguageContext = createContext<Chosen>({ language: 'en', choose: () => undefined });

const preferred = (): Language => (navigator.languages.some((tag) => tag.toLowerCase().startsWith('ru')) ? 'ru' : 'en');

/** The language of the page: as chosen here before, else as the browser prefers. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => {
    const stored = readSetting('language');
    return stored === 'en' || stored === 'ru' ? stored : preferred();
  });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const chosen = useMemo<Chosen>(
    () => ({
      language,
      choose: (next) => {
        writeSetting('language', next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={chosen}>{children}</LanguageContext>;
}

export const useLanguage = (): Chosen => useContext(LanguageContext);

/** What a dictionary says in the language of the page. */
export function useTexts<T>(dictionary: Readonly<Record<Language, T>>): T {
  return dictionary[useContext(LanguageContext).language];
}

/** Numbers and dates in the language of the page. */
export const useWords = (): Words => (useContext(LanguageContext).language === 'ru' ? ru : en);

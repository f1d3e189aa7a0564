import { inRussian } from '../../../src/domain/said-in-russian.ts';
import { useLanguage } from '../i18n/language.tsx';
import { ProgramText } from './program-text.tsx';

/** A sentence of the service, in the language of the page where it is known there; else in English, and marked as such. */
export function Said({ text }: { readonly text: string }) {
  const { language } = useLanguage();
  const russian = language === 'ru' ? inRussian(text) : null;
  return (
    // A path or a name is in no language.
    <span lang={language === 'en' || russian !== null || !/\s/.test(text) ? undefined : 'en'}>
      <ProgramText text={russian ?? text} mono={false} />
    </span>
  );
}

import type { Said as Sentence } from '../../../src/domain/said.ts';
import { useLanguage } from '../i18n/language.tsx';
import { inRussian } from '../i18n/service-words.ts';
import { ProgramText } from './program-text.tsx';

/** A failure as a sentence: what it is by its code, then the words of whoever failed. */
export const failed = ({ code, message }: { readonly code: string; readonly message: string }): readonly Sentence[] => [
  { code: 'check-failed', values: { code, message } },
];

type Props = {
  readonly text: string;
  /** The same by codes, where the service sends them. */
  readonly said?: readonly Sentence[] | undefined;
};

/** What the service says, in the language of the page where it is known there; else in English, and marked as such. */
export function Said({ text, said }: Props) {
  const { language } = useLanguage();
  const russian = language === 'ru' && said !== undefined ? inRussian(said) : null;
  return (
    // A path or a name is in no language.
    <span lang={language === 'en' || russian !== null || !/\s/.test(text) ? undefined : 'en'}>
      <ProgramText text={russian ?? text} mono={false} />
    </span>
  );
}

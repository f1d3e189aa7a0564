import { useState } from 'react';
import { texts } from '../../../src/domain/texts.ts';
import { useTexts } from '../i18n/language.tsx';
import { ProgramText } from './program-text.tsx';

const longText = texts({ all: 'Show all of it', less: 'Show less' }, { all: 'Показать полностью', less: 'Свернуть' });

/** Beyond so many characters or lines only the beginning is shown, so that what comes below stays in sight. */
const mostCharacters = 600;
const mostLines = 14;

/** What a person wrote, in full when they want to see it. */
export function LongText({ text }: { readonly text: string }) {
  const words = useTexts(longText);
  const [isOpen, setOpen] = useState(false);
  const lines = text.split('\n');
  if (text.length <= mostCharacters && lines.length <= mostLines) return <ProgramText text={text} mono={false} />;
  // By characters, not by halves of them.
  const start = [...lines.slice(0, mostLines).join('\n')].slice(0, mostCharacters).join('');
  return (
    <>
      <ProgramText text={isOpen ? text : `${start}…`} mono={false} />{' '}
      <button type="button" className="btn plain small min-h-0! px-0!" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.less : words.all}
      </button>
    </>
  );
}

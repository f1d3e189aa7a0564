import type { ReactNode } from 'react';
import { failuresInRussian } from '../../../src/domain/said-in-russian.ts';
import { texts } from '../../../src/domain/texts.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { CommandLine } from './command-line.tsx';
import { Glyph } from './glyph.tsx';
import { ProgramText } from './program-text.tsx';
import { Said } from './said.tsx';

const failureText = texts({ example: (n: number) => `Example ${n}` }, { example: (n) => `Пример ${n}` });

type Props = {
  /** One of `errorTable`; a service may send others. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly children?: ReactNode;
};

/** A failure as the service tells it: what it is, where, and the exact next step. */
export function Failure({ code, message, hint, children }: Props) {
  const text = useTexts(failureText);
  const { language } = useLanguage();
  const russian: string | undefined = language === 'ru' ? (failuresInRussian as Readonly<Record<string, string>>)[code] : undefined;
  // A row of the form is meant, which the person knows by its place.
  const where = message.replace(/^examples\.(\d+)/, (_all, index) => text.example(Number(index) + 1));
  return (
    <div className="notice fault" role="alert">
      <Glyph name="warn" />
      <b>{russian ?? <ProgramText text={where} mono={false} />}</b>
      {russian !== undefined && (
        <p>
          <Said text={where} />
        </p>
      )}
      {hint !== '' && (
        <div>
          <CommandLine command={hint} />
        </div>
      )}
      {children}
    </div>
  );
}

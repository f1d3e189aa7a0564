import type { Said as Sentence } from '../../../src/domain/said.ts';
import { texts } from '../../../src/domain/texts.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { inRussian } from '../i18n/service-words.ts';
import { CopyButton } from './copy-button.tsx';
import { ProgramText } from './program-text.tsx';
import { Said } from './said.tsx';

const commandText = texts({ copy: 'Copy' }, { copy: 'Скопировать' });

const looksTyped = /^(?:[A-Z_]+=\S+ )?(?:sudo|npm|npx|node|anneal|ollama|systemd-run|export|pip|python3?|curl|docker)(?: |$)/;

type Props = { readonly command: string; readonly said?: readonly Sentence[] | undefined };

/** A next step: words as words, and a command to be typed elsewhere with a button that copies it. */
export function CommandLine({ command: given, said }: Props) {
  const text = useTexts(commandText);
  const { language } = useLanguage();
  const russian = language === 'ru' && said !== undefined ? inRussian(said) : null;
  const command = russian ?? given;
  if (!looksTyped.test(command)) {
    // Commands stand in backticks, as in all that the service says.
    return command.split('`').map((part, index) =>
      index % 2 === 1 && looksTyped.test(part) ? (
        <CommandLine key={part} command={part} />
      ) : (
        part.trim() !== '' && (
          <span key={part} className="text-label">
            {russian === null ? <Said text={part.trim()} /> : part.trim()}
          </span>
        )
      ),
    );
  }
  return (
    <span className="command" lang="en">
      <ProgramText text={command} />
      <CopyButton text={command} label={`${text.copy}: ${command}`} />
    </span>
  );
}

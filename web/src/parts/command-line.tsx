import { texts } from '../../../src/domain/texts.ts';
import { useTexts } from '../i18n/language.tsx';
import { CopyButton } from './copy-button.tsx';
import { ProgramText } from './program-text.tsx';
import { Said } from './said.tsx';

const commandText = texts({ copy: 'Copy' }, { copy: 'Скопировать' });

const looksTyped = /^(?:[A-Z_]+=\S+ )?(?:sudo|npm|npx|node|anneal|ollama|systemd-run|export|pip|python3?|curl|docker)(?: |$)/;

/** A next step: words as words, and a command to be typed elsewhere with a button that copies it. */
export function CommandLine({ command }: { readonly command: string }) {
  const text = useTexts(commandText);
  if (!looksTyped.test(command)) {
    // Commands stand in backticks, as in all that the service says.
    return command.split('`').map((part, index) =>
      index % 2 === 1 && looksTyped.test(part) ? (
        <CommandLine key={part} command={part} />
      ) : (
        part.trim() !== '' && (
          <span key={part} className="text-label">
            <Said text={part.trim()} />
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

import { useTexts } from '../i18n/language.tsx';
import { texts } from '../i18n/texts.ts';
import { CopyButton } from './copy-button.tsx';
import { ProgramText } from './program-text.tsx';

const commandText = texts({ copy: 'Copy' }, { copy: 'Скопировать' });

const looksTyped = /^(?:[A-Z_]+=\S+ )?(?:sudo|npm|npx|node|anneal|ollama|systemd-run|export|pip|python3?|curl|docker) /;

/** A command to be typed elsewhere, with a button that copies it; advice in words is words. */
export function CommandLine({ command }: { readonly command: string }) {
  const text = useTexts(commandText);
  if (!looksTyped.test(command)) {
    return (
      <span className="text-label" lang="en">
        <ProgramText text={command} mono={false} />
      </span>
    );
  }
  return (
    <span className="command" lang="en">
      <ProgramText text={command} />
      <CopyButton text={command} label={`${text.copy}: ${command}`} />
    </span>
  );
}

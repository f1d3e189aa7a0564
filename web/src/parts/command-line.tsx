import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { texts } from '../i18n/texts.ts';
import { Icon } from './icons.tsx';
import { ProgramText } from './program-text.tsx';

const commandText = texts({ copy: 'Copy', copied: 'Copied' }, { copy: 'Скопировать', copied: 'Скопировано' });

/** Milliseconds for which the button says that it did. */
const saidMs = 2000;

const looksTyped = /^(?:sudo|npm|npx|node|anneal|ollama|systemd-run|export|pip|python3?|curl|docker) /;

/** A command to be typed elsewhere, with a button that copies it; advice in words is words. */
export function CommandLine({ command }: { readonly command: string }) {
  return looksTyped.test(command) ? (
    <CopyLine command={command} />
  ) : (
    <span className="text-label" lang="en">
      <ProgramText text={command} mono={false} />
    </span>
  );
}

function CopyLine({ command }: { readonly command: string }) {
  const text = useTexts(commandText);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saidMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // A browser offers no clipboard to a page without TLS beyond this machine: the text can still be marked.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (
    <span className="command" lang="en">
      <ProgramText text={command} />
      {clipboard !== undefined && (
        <button
          type="button"
          className="btn plain small square"
          aria-label={`${isCopied ? text.copied : text.copy}: ${command}`}
          onClick={() => void clipboard.writeText(command).then(() => setCopied(true))}
        >
          {isCopied ? <i className="g g-met" aria-hidden="true" /> : <Icon name="copy" />}
        </button>
      )}
    </span>
  );
}

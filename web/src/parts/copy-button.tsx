import { useEffect, useState } from 'react';
import { texts } from '../../../src/domain/texts.ts';
import { useTexts } from '../i18n/language.tsx';
import { copyText } from './copy.ts';
import { Icon } from './icons.tsx';

const copyButtonText = texts({ copied: 'Copied' }, { copied: 'Скопировано' });

/** Milliseconds for which the button says that it did. */
const saidMs = 2000;

/** Copies a text; `label` says which. */
export function CopyButton({ text: copied, label }: { readonly text: string; readonly label: string }) {
  const text = useTexts(copyButtonText);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saidMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className="btn plain small square"
      aria-label={isCopied ? text.copied : label}
      onClick={() => void copyText(copied).then(setCopied)}
    >
      {isCopied ? <i className="g g-met" aria-hidden="true" /> : <Icon name="copy" />}
    </button>
  );
}

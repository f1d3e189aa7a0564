import { useEffect, useRef, useState } from 'react';
import type { LanguageId } from '../../../src/domain/contract.ts';
import { printable } from '../../../src/domain/printable.ts';

type Props = {
  readonly code: string;
  readonly language: LanguageId;
  /** What the code is called, for screen readers. */
  readonly label: string;
  /** Shown as a change from this program. */
  readonly before?: string | null;
  readonly className?: string;
};

/** Beyond this the plain form shows the beginning only: the reader's form takes any length. */
const mostPlain = 20_000;

/** A program to read. Plain text of the same size stands there until the reader's form is loaded. */
export function CodeView({ code, language, label, before = null, className = '' }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let remove: (() => void) | null = null;
    let isGone = false;
    setReady(false);
    import('./code-editor.ts').then(
      ({ mountCode }) => {
        if (isGone || place.current === null) return;
        remove = mountCode(place.current, { code: code.trimEnd(), language, before: before?.trimEnd() ?? null, label });
        setReady(true);
      },
      // Offline and never loaded: the plain text stays.
      () => setReady(false),
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [code, language, before, label]);
  return (
    <div className={className}>
      {!isReady && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre className="code-plain" tabIndex={0}>
          {printable(code.trimEnd().slice(0, mostPlain))}
        </pre>
      )}
      <div ref={place} />
    </div>
  );
}

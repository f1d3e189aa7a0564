import type { ReactNode } from 'react';
import type { Sentence } from '../../run/sentence.ts';

/** The sentence: what is so in bold, then the detail; above it where we are, beside it what can be done. */
export function RunHead({
  kicker,
  sentence,
  children,
}: {
  readonly kicker: ReactNode;
  readonly sentence: Sentence;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex gap-4 justify-between items-start max-phone:flex-wrap">
      <div className="min-w-0">
        <p className="text-label text-ink-3 mb-0.75">{kicker}</p>
        <h1>
          {sentence.state} <span>{sentence.detail}</span>
        </h1>
      </div>
      {children !== undefined && <div className="flex flex-none gap-2 flex-wrap">{children}</div>}
    </div>
  );
}

import { useEffect, useRef } from 'react';
import type { XyOptions } from './xy-plot.ts';

/** A plot whose room is there before it is drawn; `summary` says it in words. */
export function XyChart({ summary, ...options }: XyOptions & { readonly summary: string }) {
  const place = useRef<HTMLDivElement>(null);
  const newest = useRef(options);
  newest.current = options;
  const key = JSON.stringify(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is drawn
  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | null = null;
    import('./xy-plot.ts').then(
      ({ mountXyPlot }) => {
        if (!isGone && place.current !== null) remove = mountXyPlot(place.current, newest.current);
      },
      // The summary and the table say it in words.
      () => undefined,
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [key]);
  return <div ref={place} className="h-[214px] min-w-0 overflow-hidden" role="img" aria-label={summary} />;
}

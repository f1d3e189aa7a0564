import { useEffect, useRef, useState } from 'react';
import type { Cooling } from '../../../src/domain/cooling.ts';
import { successThreshold } from '../../../src/domain/success-threshold.ts';
import { texts } from '../../../src/domain/texts.ts';
import { useTexts, useWords } from '../i18n/language.tsx';
import type { PlotOptions } from './cooling-plot.ts';

const curveText = texts(
  {
    open: 'open',
    settled: 'settled',
    seconds: 's',
    repair: (candidate: string) => `repair of ${candidate}`,
    repairOf: 'repair',
    question: 'asked you',
    summary: (from: string, to: string, seconds: string, threshold: string) =>
      `Disagreement went from ${from} to ${to} in ${seconds} seconds. A run settles at ${threshold} or less.`,
  },
  {
    open: 'спор',
    settled: 'решено',
    seconds: 'с',
    repair: (candidate) => `правка ${candidate}`,
    repairOf: 'правка',
    question: 'вопрос вам',
    summary: (from, to, seconds, threshold) => `Разногласие: с ${from} до ${to} за ${seconds} с. Решено, когда не больше ${threshold}.`,
  },
);

type Props = {
  readonly cooling: Cooling;
  readonly nowMs: number;
  readonly waits?: boolean;
  /** A moment to point at, in milliseconds. */
  readonly cursorMs?: number | null;
};

/** How far the programs still disagree, over time. Its room is there before it is drawn. */
export function CoolingCurve({ cooling, nowMs, waits = false, cursorMs = null }: Props) {
  const text = useTexts(curveText);
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<{ readonly update: (options: PlotOptions) => void } | null>(null);
  const options: PlotOptions = {
    cooling,
    nowMs,
    waits,
    cursorMs,
    words: {
      open: text.open,
      settled: text.settled,
      seconds: text.seconds,
      number: words.number,
      mark: (kind, candidate) => (kind === 'question' ? text.question : candidate === null ? text.repairOf : text.repair(candidate)),
    },
  };
  const newest = useRef(options);
  newest.current = options;
  useEffect(() => {
    let isGone = false;
    let destroy: (() => void) | null = null;
    import('./cooling-plot.ts').then(
      ({ mountPlot }) => {
        if (isGone || place.current === null) return;
        const mounted = mountPlot(place.current, newest.current);
        destroy = mounted.destroy;
        setPlot(mounted);
      },
      // The summary says it in words.
      () => undefined,
    );
    return () => {
      isGone = true;
      destroy?.();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the options are made of
  useEffect(() => {
    plot?.update(newest.current);
  }, [plot, cooling, nowMs, waits, cursorMs, text]);
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const last = cooling.points.at(-1)?.open ?? 1;
  const threshold = words.number(1 - successThreshold, decimals);
  return (
    <div
      ref={place}
      className="h-[140px] overflow-hidden min-w-0"
      role="img"
      aria-label={text.summary(words.number(1, decimals), words.number(last, decimals), words.seconds(nowMs), threshold)}
    />
  );
}

import { z } from 'zod';
import { areaUnderRoc, expectedCalibrationError, type Judged } from './calibration.ts';

/** A share of tasks, 0 to 1, with the ends of its 95 % interval where one was computed. */
export type ShareFigure = { readonly name: string; readonly value: number; readonly low: number | null; readonly high: number | null };
/** Something a second, and what it is compared with. */
export type RateFigure = {
  readonly name: string;
  readonly value: number;
  readonly baseline: number | null;
  readonly baselineName: string | null;
};

export type TaskFigure = {
  readonly id: string;
  /** Share of its candidates that are right. */
  readonly share: number;
  /** Whether what was handed back is right; null where nothing was. */
  readonly right: boolean | null;
  readonly confidence: number;
  readonly tokens: number;
  readonly seconds: number;
};

/** What can be drawn of a report. Empty lists are what it does not hold. */
export type ReportView = {
  readonly shares: readonly ShareFigure[];
  readonly rates: readonly RateFigure[];
  readonly tasks: readonly TaskFigure[];
  /** Stated confidence against the share that was right, tasks put into ten bins of equal width; empty bins are left out. */
  readonly reliability: readonly { readonly confidence: number; readonly right: number; readonly tasks: number }[];
  /** Answering the surest tasks only: the share that is answered, and of these the share that is wrong. */
  readonly coverage: readonly { readonly answered: number; readonly wrong: number }[];
  /** How much choosing by behaviour adds to one random program, where that was measured task by task. */
  readonly difference: { readonly value: number; readonly low: number | null; readonly high: number | null } | null;
  readonly ece: number | null;
  readonly auroc: number | null;
};

const passed = z.object({ pass1: z.number(), ci: z.array(z.number()).length(2) });
const tasksReport = z.object({
  random: passed,
  greedy: passed,
  selected: passed,
  oracle: passed,
  difference: z.object({ value: z.number(), ci: z.array(z.number()).length(2) }),
  rows: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      confidence: z.number(),
      right: z.boolean().nullable(),
      candidates: z.number(),
      rightCandidates: z.number(),
      tokens: z.number(),
      seconds: z.number(),
    }),
  ),
});
const replayReport = z.object({ selectors: z.record(z.string(), z.object({ pass1: z.number(), ece: z.number(), auroc: z.number() })) });
const sandboxFigures = z.object({ candidatesPerSecond: z.number(), baseline: z.string(), baselinePerSecond: z.number() });
const generateReport = z.object({
  sequentialTokensPerSecond: z.number(),
  batchedTokensPerSecond: z.number(),
  sequentialCachedTokensPerSecond: z.number(),
  batchedCachedTokensPerSecond: z.number(),
});

const nothing: ReportView = { shares: [], rates: [], tasks: [], reliability: [], coverage: [], difference: null, ece: null, auroc: null };

/** Reads by form, not by kind: a bench of the same form is drawn alike, and one of an unknown form as nothing. */
export function viewOf(report: Readonly<Record<string, unknown>>): ReportView {
  const tasks = tasksReport.safeParse(report);
  if (tasks.success) return tasksView(tasks.data);
  const replay = replayReport.safeParse(report);
  if (replay.success) {
    const shares = Object.entries(replay.data.selectors).map(([name, { pass1 }]) => ({ name, value: pass1, low: null, high: null }));
    return { ...nothing, shares };
  }
  const generate = generateReport.safeParse(report);
  if (generate.success) {
    const { data } = generate;
    const rate = (name: string, value: number, baseline: number) => ({ name, value, baseline, baselineName: 'one by one' });
    return {
      ...nothing,
      rates: [
        rate('prompt not seen', data.batchedTokensPerSecond, data.sequentialTokensPerSecond),
        rate('prompt seen', data.batchedCachedTokensPerSecond, data.sequentialCachedTokensPerSecond),
      ],
    };
  }
  const rates = Object.entries(report).flatMap(([name, value]) => {
    const { success, data } = sandboxFigures.safeParse(value);
    return success ? [{ name, value: data.candidatesPerSecond, baseline: data.baselinePerSecond, baselineName: data.baseline }] : [];
  });
  return { ...nothing, rates };
}

function tasksView({ random, greedy, selected, oracle, difference, rows }: z.output<typeof tasksReport>): ReportView {
  const share = (name: string, { pass1, ci }: z.output<typeof passed>) => ({ name, value: pass1, low: ci[0] ?? null, high: ci[1] ?? null });
  const answered = rows.filter(isHandedBack);
  const judged: readonly Judged[] = answered.map(({ confidence, right }) => ({ confidence, right: right === true ? 1 : 0 }));
  return {
    shares: [share('random', random), share('greedy', greedy), share('selected', selected), share('oracle', oracle)],
    rates: [],
    tasks: rows.map((row) => ({
      id: row.id,
      share: row.candidates === 0 ? 0 : row.rightCandidates / row.candidates,
      // A failed run keeps its best program, but hands nothing back.
      right: isHandedBack(row) ? row.right : null,
      confidence: row.confidence,
      tokens: row.tokens,
      seconds: row.seconds,
    })),
    reliability: reliabilityOf(judged),
    coverage: coverageOf(judged, rows.length),
    difference: { value: difference.value, low: difference.ci[0] ?? null, high: difference.ci[1] ?? null },
    ece: judged.length === 0 ? null : expectedCalibrationError(judged),
    auroc: judged.length === 0 ? null : areaUnderRoc(judged),
  };
}

const isHandedBack = ({ status }: { readonly status: string }): boolean => status === 'success' || status === 'unsure';

const bins = 10;

function reliabilityOf(judged: readonly Judged[]): ReportView['reliability'] {
  return Array.from({ length: bins }, (_unused, bin) =>
    judged.filter(({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === bin),
  ).flatMap((inside) => {
    const mean = (value: (item: Judged) => number): number => inside.reduce((sum, item) => sum + value(item), 0) / inside.length;
    return inside.length === 0
      ? []
      : [{ confidence: mean(({ confidence }) => confidence), right: mean(({ right }) => right), tasks: inside.length }];
  });
}

/** One point a distinct confidence, from the surest on: tasks of the same confidence are answered together or not at all. */
function coverageOf(judged: readonly Judged[], all: number): ReportView['coverage'] {
  const surest = judged.toSorted((one, other) => other.confidence - one.confidence);
  let wrong = 0;
  return surest.flatMap(({ confidence, right }, index) => {
    wrong += 1 - right;
    const isLast = surest[index + 1]?.confidence !== confidence;
    return isLast ? [{ answered: (index + 1) / all, wrong: wrong / (index + 1) }] : [];
  });
}

import type { LanguageId } from '../../domain/contract.ts';
import type { RunRequestInput } from '../../domain/run-request.ts';
import type { RunResult } from '../../domain/run-result.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { bootstrapMean, type Interval } from './bootstrap.ts';
import type { BenchTask } from './tasks-file.ts';

/** One finished run with everything that was recorded of it. */
export type FinishedRun = { readonly result: RunResult; readonly state: RunState };

export type TasksDeps = {
  readonly run: (request: RunRequestInput & { readonly language: LanguageId }, options: Abortable) => Promise<FinishedRun>;
  /** For each program, whether every check holds for it, in a sandbox. */
  readonly judge: (programs: readonly string[], task: BenchTask, state: RunState, options: Abortable) => Promise<readonly boolean[]>;
  readonly onTask: (row: TaskRow, index: number, total: number) => void;
  readonly now: () => number;
};

export type TaskRow = {
  readonly id: string;
  readonly language: LanguageId;
  readonly status: RunResult['status'];
  readonly confidence: number;
  /** Whether the program that was handed back is right by the checks; null when none was. */
  readonly right: boolean | null;
  readonly candidates: number;
  readonly rightCandidates: number;
  readonly greedyRight: boolean;
  readonly tokens: number;
  readonly seconds: number;
  readonly error: string | null;
};

export type TasksReport = {
  readonly tasks: number;
  readonly model: string;
  readonly random: { readonly pass1: number; readonly ci: readonly [number, number] };
  readonly greedy: { readonly pass1: number; readonly ci: readonly [number, number] };
  readonly selected: { readonly pass1: number; readonly ci: readonly [number, number] };
  readonly oracle: { readonly pass1: number; readonly ci: readonly [number, number] };
  /** Selected against random, task by task. */
  readonly difference: Interval;
  /** Programs handed back as `success` or `unsure` that are right. */
  readonly handedBackRight: number;
  readonly successRight: number;
  readonly successWrong: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly slowestSeconds: number;
  readonly rows: readonly TaskRow[];
};

const handedBack = (row: TaskRow): boolean => row.status === 'success' || row.status === 'unsure';

/** Runs every task with its examples, then judges what came back, and every candidate, by checks that no run has seen. */
export async function benchTasks(
  tasks: readonly BenchTask[],
  settings: Partial<RunRequestInput>,
  deps: TasksDeps,
  options: Abortable,
): Promise<TasksReport> {
  const rows: TaskRow[] = [];
  let model = '';
  for (const [index, task] of tasks.entries()) {
    options.signal?.throwIfAborted();
    const started = deps.now();
    const request = {
      ...settings,
      task: task.request,
      language: task.language,
      examples: task.examples,
      ...(task.signature === undefined ? {} : { signature: task.signature }),
    };
    const { result, state } = await deps.run(request, options);
    const seconds = (deps.now() - started) / 1000;
    model = result.model.id;
    const programs = state.candidates.filter(
      (candidate) => candidate.code !== null && candidate.rejected === null && candidate.duplicateOf === undefined,
    );
    const verdicts = await deps.judge([...programs.map((candidate) => candidate.code ?? ''), result.code ?? ''], task, state, options);
    const rightIds = new Set(programs.filter((_candidate, position) => verdicts[position] === true).map((candidate) => candidate.id));
    const isRight = (id: string | undefined): boolean => id !== undefined && rightIds.has(id);
    const rightCandidates = state.candidates.filter((candidate) => isRight(candidate.duplicateOf ?? candidate.id)).length;
    const first = state.candidates[0];
    const row: TaskRow = {
      id: task.id,
      language: task.language,
      status: result.status,
      confidence: result.confidence,
      right: result.code === null ? null : verdicts[programs.length] === true,
      candidates: state.candidates.length,
      rightCandidates,
      greedyRight: isRight(first?.duplicateOf ?? first?.id),
      tokens: state.spend.completionTokens,
      seconds,
      error: result.error === null ? null : `${result.error.code}: ${result.error.message}`,
    };
    rows.push(row);
    deps.onTask(row, index, tasks.length);
  }
  return summarise(rows, model);
}

function summarise(rows: readonly TaskRow[], model: string): TasksReport {
  const asPass = ({ value, ci }: Interval) => ({ pass1: value, ci });
  const random = rows.map((row) => (row.candidates === 0 ? 0 : row.rightCandidates / row.candidates));
  const selected = rows.map((row) => (handedBack(row) && row.right === true ? 1 : 0));
  return {
    tasks: rows.length,
    model,
    random: asPass(bootstrapMean(random)),
    greedy: asPass(bootstrapMean(rows.map((row) => (row.greedyRight ? 1 : 0)))),
    selected: asPass(bootstrapMean(selected)),
    oracle: asPass(bootstrapMean(rows.map((row) => (row.rightCandidates > 0 ? 1 : 0)))),
    difference: bootstrapMean(selected.map((value, index) => value - (random[index] ?? 0))),
    handedBackRight: rows.filter((row) => handedBack(row) && row.right === true).length,
    successRight: rows.filter((row) => row.status === 'success' && row.right === true).length,
    successWrong: rows.filter((row) => row.status === 'success' && row.right !== true).length,
    tokens: rows.reduce((sum, row) => sum + row.tokens, 0),
    seconds: rows.reduce((sum, row) => sum + row.seconds, 0),
    slowestSeconds: Math.max(0, ...rows.map((row) => row.seconds)),
    rows,
  };
}

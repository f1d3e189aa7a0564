import { basename, resolve } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import type { LanguageId } from '../../../domain/contract.ts';
import { runRequestSchema } from '../../../domain/run-request.ts';
import { asDecimal } from '../../../domain/shown-share.ts';
import type { SandboxSession } from '../../../ports/sandbox.ts';
import { meetsChecks } from '../../bench/judge-program.ts';
import { benchTasks, type TaskRow, type TasksReport } from '../../bench/tasks.ts';
import { parseTasks } from '../../bench/tasks-file.ts';
import { cryptoRandom } from '../../crypto-random.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { keepReport } from '../keep-report.ts';
import { numberOption } from '../number-option.ts';
import { languageNamed } from '../program-file.ts';
import { readInputFile } from '../read-input-file.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { showPull } from '../show-pull.ts';

type Options = RunOptions & { readonly limit?: string };
const maxTaskFileBytes = 64 * 1024 * 1024;

/** `anneal bench tasks FILE`: runs each task with its examples, and judges by checks that no run has seen. */
export const benchTasksCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  const { deps, terminal, signal, workingFolder } = context;
  const settings = await deps.settings(settingsFlags(options));
  const { values } = settings;
  const all = parseTasks(await readInputFile(resolve(workingFolder, file), { what: 'task', maxBytes: maxTaskFileBytes }), file);
  const wanted = options.language === undefined ? null : languageNamed(options.language);
  const limit = options.limit === undefined ? all.length : numberOption('--limit', options.limit, { min: 1, max: 1e6, whole: true });
  const tasks = all.filter(({ language }) => wanted === null || language === wanted).slice(0, limit);
  if (tasks.length === 0)
    throw new AppError('bad-input', `${file} has no task to run`, 'each line is {"id", "language", "request", "examples", "checks"}');
  const runs = await deps.runs({ settings, keepModel: true, showPull: (name, parts) => showPull(terminal.note, name, parts) });
  const sessions = sessionPool(context, values);
  try {
    const report = await benchTasks(
      tasks,
      {
        candidates: values.nCandidates,
        maxRounds: values.maxIters,
        testSamples: values.nTests,
        // What is measured is the model.
        skills: false,
        timeoutSeconds: values.timeout,
        budgetSeconds: values.budgetSeconds,
        temperature: values.temperature,
        ...(values.seed === null ? {} : { seed: values.seed }),
        ...(values.budgetTokens === null ? {} : { budgetTokens: values.budgetTokens }),
      },
      {
        run: async (input, abortable) => {
          const handle = await runs.start(runRequestSchema.parse(input), abortable);
          await handle.result;
          // A run that ends because all is being stopped is no result.
          signal.throwIfAborted();
          const { result, state } = await runs.show(handle.runId);
          return { result, state };
        },
        judge: async (programs, task, state, abortable) => {
          const { contract } = state;
          if (contract === null) return programs.map(() => false);
          const tools = { language: await deps.language(task.language), session: await sessions.of(task.language), random: cryptoRandom };
          return Promise.all(programs.map((program) => meetsChecks(program, task.checks, contract, tools, abortable)));
        },
        onTask: (row, index, total) => terminal.note(`${index + 1}/${total} ${describe(row)}`),
        now: () => performance.now(),
      },
      { signal },
    );
    await keepReport(context, { kind: 'tasks', title: basename(file), model: report.model }, report);
    if (options.json) terminal.json(report, 2);
    else terminal.data(`${summary(report)}\n`);
    return 0;
  } finally {
    await sessions.close();
  }
};

type SandboxSettings = Awaited<ReturnType<CliContext['deps']['settings']>>['values'];

/** One session a language, opened when the first program is judged. */
function sessionPool({ deps, signal }: CliContext, values: SandboxSettings) {
  const opened = new Map<LanguageId, Promise<SandboxSession>>();
  const open = async (id: LanguageId): Promise<SandboxSession> => {
    const { probeProgram } = await deps.language(id);
    return (await deps.sandbox(values)).open((await deps.runtime(id, values)).spec, { signal, workers: 1, program: probeProgram });
  };
  return {
    of: (id: LanguageId): Promise<SandboxSession> => {
      const session = opened.get(id) ?? open(id);
      opened.set(id, session);
      return session;
    },
    close: async (): Promise<void> => {
      for (const session of await Promise.allSettled(opened.values())) if (session.status === 'fulfilled') await session.value.close();
    },
  };
}

function describe({ id, status, right, confidence, candidates, rightCandidates, seconds, error }: TaskRow): string {
  const verdict = right === null ? 'nothing' : right ? 'right' : 'WRONG';
  const why = error === null ? '' : `  ${error}`;
  return `${id.padEnd(28)} ${status.padEnd(8)} ${verdict.padEnd(7)} ${asDecimal(confidence)}  ${rightCandidates}/${candidates} right  ${seconds.toFixed(1)} s${why}`;
}

function summary(report: TasksReport): string {
  const share = (value: number) => value.toFixed(3);
  return [
    `tasks=${report.tasks}`,
    `handedBackRight=${report.handedBackRight}`,
    `successRight=${report.successRight}`,
    `successWrong=${report.successWrong}`,
    `random=${share(report.random.pass1)}`,
    `greedy=${share(report.greedy.pass1)}`,
    `selected=${share(report.selected.pass1)}`,
    `oracle=${share(report.oracle.pass1)}`,
    `difference=${share(report.difference.value)}`,
    `tokens=${report.tokens}`,
    `seconds=${report.seconds.toFixed(0)}`,
    `slowest=${report.slowestSeconds.toFixed(0)}`,
  ].join(' ');
}

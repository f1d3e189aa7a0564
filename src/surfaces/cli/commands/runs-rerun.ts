import { resolve } from 'node:path';
import type { SettingsInput } from '../../../config/load-settings.ts';
import { AppError } from '../../../domain/app-error.ts';
import { exitCodeByStatus } from '../../../domain/exit-code.ts';
import { type Recording, recordingOf } from '../../../domain/recording.ts';
import type { RunEvent } from '../../../domain/run-event.ts';
import type { RunRequest } from '../../../domain/run-request.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import type { CliCommand, CliContext, CommonOptions } from '../cli-context.ts';
import { exitCodeOf, showError } from '../failure.ts';
import { openProgress } from '../open-progress.ts';
import { readEvents } from '../read-events.ts';
import { readInputFile } from '../read-input-file.ts';
import { recordedEvent } from '../recorded-event.ts';
import { runToShow } from '../run-to-show.ts';
import { sameOutcome } from '../same-outcome.ts';
import { showResult } from '../show-result.ts';
import { said } from '../words/tongue.ts';

type Options = {
  readonly file?: string;
  readonly fewShot?: string;
  readonly python?: string;
  readonly minLevel?: string;
  readonly allowUnsandboxed?: boolean;
};

const maxFileBytes = 256 * 1024 * 1024;

/** `anneal runs rerun ID`: a new run with the recorded replies of an old one, compared with it. */
export const runsRerunCommand: CliCommand<Options, [id: string | undefined]> = async (context, options, id) => {
  const { terminal, invocation } = context;
  const events = await recordedEvents(context, options, id);
  const recording = recordingOf(events, id === undefined ? (options.file ?? '') : `run ${id}`);
  const result = await rerun(context, options, recording);
  const comparison = sameOutcome(events, result);
  if (options.json) terminal.json({ ...result, rerun: comparison }, 2);
  const shown = await runToShow(context, result);
  if (!options.json) showResult(terminal, result, { ...shown, invocation });
  if (options.json && result.error !== null) showError(terminal, result.error);
  terminal.note(said(comparison.detail, shown.tongue), comparison.same ? 'green' : 'yellow');
  return result.error === null ? exitCodeByStatus[result.status] : exitCodeOf(result.error);
};

async function recordedEvents(context: CliContext, { file }: Options, id: string | undefined): Promise<readonly RunEvent[]> {
  if ((id === undefined) === (file === undefined))
    throw new AppError('usage', 'give the id of a run or --file FILE', 'anneal runs rerun 0f3a9c, or anneal runs rerun --file run.jsonl');
  if (id !== undefined) return readEvents(await context.deps.store('read'), id, context.signal);
  const path = resolve(context.workingFolder, file ?? '');
  const text = await readInputFile(path, { what: 'recording', maxBytes: maxFileBytes });
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => recordedEvent(line, `${file}, line ${index + 1}`))
    .filter((event) => event !== null);
}

/** Folders that a file names would be shown to its programs: the framework of its tests is looked for on this machine instead. */
async function withOwnFramework({ deps, workingFolder }: CliContext, request: RunRequest, python: string | null): Promise<RunRequest> {
  const { suite } = request;
  if (suite === undefined || suite.frameworkPaths.length === 0) return request;
  const found = await deps.testFramework({ framework: 'pytest', near: workingFolder, python });
  return { ...request, suite: { ...suite, frameworkPaths: [...found] } };
}

async function rerun(context: CliContext, options: Options & CommonOptions, recording: Recording): Promise<RunResult> {
  const { deps, signal, terminal } = context;
  const settings = await deps.settings(settingFlags(options));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  const progress = await openProgress(context, {});
  try {
    const runs = await deps.runs({ settings, showPull: async () => undefined, recording });
    // Who answered then is not asked again; the recorded answers are given below.
    const foreign = options.file !== undefined;
    const request = foreign ? await withOwnFramework(context, recording.request, settings.values.python ?? null) : recording.request;
    let handle = await runs.start({ ...request, seed: recording.seed }, { signal });
    const answers = [...recording.answers];
    for (;;) {
      for await (const item of handle.events) progress.show(item);
      progress.settle();
      const result = await handle.result;
      const answer = answers.shift();
      if (result.status !== 'clarify' || answer === undefined) return result;
      await runs.answer(result.runId, answer);
      handle = await runs.resume(result.runId, { signal });
    }
  } finally {
    progress.end();
  }
}

function settingFlags(options: Options): SettingsInput['flags'] {
  const { fewShot, python, minLevel, allowUnsandboxed } = options;
  return {
    ...(fewShot === undefined ? {} : { fewShot }),
    ...(python === undefined ? {} : { python }),
    ...(minLevel === undefined ? {} : { minLevel }),
    ...(allowUnsandboxed === undefined ? {} : { allowUnsandboxed }),
  };
}

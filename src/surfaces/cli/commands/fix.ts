import { resolve } from 'node:path';
import type { EffectiveSettings } from '../../../config/load-settings.ts';
import { AppError } from '../../../domain/app-error.ts';
import { counted } from '../../../domain/counted.ts';
import { exitCodeByStatus } from '../../../domain/exit-code.ts';
import type { RunRequest } from '../../../domain/run-request.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import { passAlready } from '../../mend/already-right.ts';
import { inFormOf } from '../../mend/in-form-of.ts';
import { type Mended, mendProgram } from '../../mend/mend-program.ts';
import { unifiedDiff } from '../../mend/unified-diff.ts';
import type { CliCommand, CliContext, CommonOptions } from '../cli-context.ts';
import { estimateLine } from '../estimate-line.ts';
import { exitCodeOf, failedJson, showError, shownError } from '../failure.ts';
import { applyFix, type OriginalFile, rememberFile } from '../fix/apply-fix.ts';
import { openProgress } from '../open-progress.ts';
import { type ProgramFile, readProgramFile } from '../program-file.ts';
import type { Progress } from '../progress-lines.ts';
import { checkAgainstLanguage, expandExamples } from '../read-examples.ts';
import { defaultsFrom } from '../run-defaults.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { runToShow } from '../run-to-show.ts';
import { showPull } from '../show-pull.ts';
import { showNext } from '../show-result.ts';
import { assumption, openSuite } from '../tests/open-suite.ts';
import { programFiles } from '../tests/read-test-file.ts';
import { runWords } from '../words/run-words.ts';

export type FixOptions = RunOptions & { readonly tests?: string; readonly write?: boolean };
type Options = FixOptions & CommonOptions;

/** What became of the file. */
type Fixed = Mended & {
  readonly diff: string;
  /** In the form of the file, when there is something better. */
  readonly text: string | null;
};

/** `anneal fix FILE`: the diff on stdout; with `--write` the file is mended, but only by something that verifies better. */
export const fixCommand: CliCommand<FixOptions, [file: string]> = async (context, options, file) => {
  const progress = await openProgress(context, options);
  try {
    const original = await readOriginal(file, options);
    const fixed = await carryOut(context, options, file, original, progress);
    progress.end();
    return await present(context, options, file, original, fixed);
  } catch (thrown) {
    return failedJson(context, options, thrown);
  } finally {
    progress.end();
  }
};

type Original = OriginalFile & { readonly program: ProgramFile };

async function readOriginal(file: string, options: Options): Promise<Original> {
  if (options.tests === undefined && (options.example ?? []).length === 0) {
    throw new AppError(
      'usage',
      'anneal fix needs tests or examples: without one nobody can tell what is better',
      `anneal fix ${file} --tests FILE`,
    );
  }
  // First as a text that somebody can mend; what is no regular file ends here.
  const program = await readProgramFile(file, options.language);
  if (program.code.trim() === '') throw new AppError('bad-input', `${file} is empty: there is nothing to mend`, 'write it: anneal run "…"');
  return { ...(await rememberFile(file)), program };
}

async function carryOut(
  context: CliContext,
  options: Options,
  file: string,
  { program, bytes }: Original,
  progress: Progress,
): Promise<Fixed> {
  const { deps, terminal, signal } = context;
  const settings = await deps.settings(settingsFlags(options));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  const language = await deps.language(program.language);
  const examples = await expandExamples(options.example ?? [], context.workingFolder);
  checkAgainstLanguage({ task: '', signature: undefined, examples }, language);
  progress.say('anneal: running the tests on the program as it is', 'running the tests on the program as it is');
  const suite = options.tests === undefined ? null : await openSuite(context, file, { ...options, tests: options.tests }, settings.values);
  try {
    const beside = suite === null ? await programFiles({ file, code: program.code }, language) : null;
    const limits = { ...defaultsFrom(settings), timeoutSeconds: settings.values.timeout };
    const { task } = options;
    const mended = await mendProgram({ file, program, language, task, examples, suite, beside, limits, settings: settings.values }, deps, {
      onAssumed: (assumed) => terminal.alert(`warning: ${assumption(assumed, file)}`, 'yellow'),
      run: (request) => run(request, context, options, settings, progress),
      signal,
    });
    const { code } = mended.result;
    const original = Buffer.from(bytes).toString('utf8');
    const text = mended.better && code !== null ? inFormOf(original, code) : null;
    return { ...mended, diff: text === null ? '' : unifiedDiff(original, text, file), text };
  } finally {
    await suite?.close();
  }
}

async function run(
  request: RunRequest,
  { deps, terminal, signal }: CliContext,
  options: Options,
  settings: EffectiveSettings,
  progress: Progress,
): Promise<RunResult> {
  progress.say('anneal: opening model and sandbox', 'opening model and sandbox');
  const runs = await deps.runs({
    settings,
    showPull: (name, parts) => showPull(progress.say, name, parts),
    showEstimate: (estimate) => progress.say(`anneal: ${estimateLine(estimate)}`),
  });
  const handle = await runs.start(request, { signal });
  progress.say(`anneal: run ${handle.runId}`, 'starting');
  for await (const item of handle.events) {
    if (options.events && 'seq' in item) terminal.json(item);
    progress.show(item);
  }
  progress.settle();
  return handle.result;
}

async function present(context: CliContext, options: Options, file: string, original: Original, fixed: Fixed): Promise<number> {
  const { terminal } = context;
  const { result, diff, before, after, better, text } = fixed;
  if (!options.json && !options.events) terminal.diff(diff);
  let backup: string | null = null;
  let conflict: AppError | null = null;
  if (options.write && text !== null) {
    try {
      backup = await applyFix(original, text, file);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      conflict = thrown;
    }
  }
  const error = conflict === null ? result.error : shownError(conflict, context.invocation);
  if (options.json) {
    terminal.json(
      {
        ...result,
        error,
        fix: { file: resolve(context.workingFolder, file), before, after, better, written: backup !== null, backup, diff },
      },
      2,
    );
  }
  const credit = `${before.passed}/${before.total} → ${after.passed}/${after.total}`;
  const style = result.status === 'success' ? 'green' : better ? 'yellow' : 'red';
  if (result.runId === '')
    terminal.note(`${file}: ${passAlready(before.total, options.tests === undefined).toLowerCase()}; nothing to mend`, 'green');
  else {
    terminal.note(`\n${result.explanation.trim()}`);
    terminal.note(
      `${credit} · ${result.status} · integrity ${result.evidence.integrity} · ${counted(result.evidence.candidates.length, 'candidate')}`,
      style,
    );
    if (!better) terminal.note(`nothing better than ${file} was found; it was left as it is`, 'yellow');
    else if (backup !== null) terminal.note(`written: ${file} (the old one: ${backup})`, 'green');
    else if (!options.write) terminal.note(`apply it with: ${context.invocation} fix ${file} … --write`, 'dim');
    if (!better) {
      const { tongue, next } = await runToShow(context, result);
      showNext(terminal, { tongue, next: [runWords[tongue].sayWrong, ...next] }, context.invocation);
    }
    if (result.model.demo) terminal.note('demo: the candidates were scripted; nothing here was written by a model', 'yellow');
  }
  if (error !== null) {
    showError(terminal, error);
    return exitCodeOf(error);
  }
  return exitCodeByStatus[result.status];
}

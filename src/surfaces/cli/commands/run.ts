import { resolve } from 'node:path';
import { exitCodeByStatus } from '../../../domain/exit-code.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import type { RunHandle, RunService } from '../../../runs/run-service-types.ts';
import { answerFault } from '../../answer-fault.ts';
import { askQuestion } from '../ask-question.ts';
import { buildRequest } from '../build-request.ts';
import { checkOutput } from '../check-output.ts';
import type { CliCommand, CliContext, CommonOptions } from '../cli-context.ts';
import { estimateLine } from '../estimate-line.ts';
import { openEvidence } from '../evidence/open-evidence.ts';
import { exitCodeOf, failedJson, showError } from '../failure.ts';
import { withInvocation } from '../invocation.ts';
import { offerToKeep } from '../keep-key.ts';
import { listOllamaModels } from '../list-ollama-models.ts';
import { openProgress } from '../open-progress.ts';
import type { Progress } from '../progress-lines.ts';
import { checkCombination, type RunOptions, settingsFlags } from '../run-options.ts';
import { runToShow } from '../run-to-show.ts';
import { saveCode } from '../save-code.ts';
import { showPull } from '../show-pull.ts';
import { showResult } from '../show-result.ts';
import { runWords } from '../words/run-words.ts';
import { tongueOf, tongueOfRun } from '../words/tongue.ts';

type Options = RunOptions & CommonOptions;

/** `anneal run`: progress on stderr, the code, the result object or the events on stdout. */
export const runCommand: CliCommand<RunOptions, [task: string | undefined]> = async (context, options, task) => {
  const progress = await openProgress(context, options);
  try {
    checkCombination(options);
    if (options.listOllamaModels) return await listOllamaModels(context, settingsFlags(options));
    if (options.output !== undefined) await checkOutput(resolve(context.workingFolder, options.output));
    const result = await carryOut(context, options, task, progress);
    progress.end();
    return await present(context, options, result);
  } catch (thrown) {
    return failedJson(context, options, thrown);
  } finally {
    progress.end();
  }
};

async function carryOut(context: CliContext, options: Options, task: string | undefined, progress: Progress): Promise<RunResult> {
  const { deps, terminal, signal } = context;
  const settings = await deps.settings(settingsFlags(options));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  // The request is checked before anything is opened: what a person can mend costs no waiting.
  const words = runWords[tongueOf(task ?? '')];
  const reading = (): void => progress.say(`anneal: ${words.reading}`);
  const request = options.resume === undefined ? await buildRequest(context, options, settings, task, reading) : null;
  if (options.resume !== undefined) progress.say(`anneal: going on with ${printableLine(options.resume)}`);
  const { opening, starting, run } = request === null ? words : runWords[tongueOf(request.message ?? request.task)];
  progress.say(`anneal: ${opening}`, opening);
  const runs = await deps.runs({
    settings,
    showPull: (name, parts) => showPull(progress.say, name, parts),
    showEstimate: (estimate) => progress.say(`anneal: ${estimateLine(estimate)}`),
  });
  const stored = request === null ? await runs.show(options.resume ?? '') : null;
  if (stored !== null) progress.from(stored.state);
  // Whoever goes on with a run that waits, and is there, is asked.
  if (stored?.result.status === 'clarify' && mayAsk(context, options))
    return settleQuestion(runs, stored.result, context, options, progress);
  const handle = request === null ? await runs.resume(options.resume ?? '', { signal }) : await runs.start(request, { signal });
  // Known before anything happens: who kills the process can resume.
  progress.say(`anneal: ${run(handle.runId)}`, starting);
  const result = await follow(handle, context, options, progress);
  return settleQuestion(runs, result, context, options, progress);
}

async function follow(handle: RunHandle, { terminal }: CliContext, options: Options, progress: Progress): Promise<RunResult> {
  for await (const item of handle.events) {
    if (options.events && 'seq' in item) terminal.json(item);
    progress.show(item);
  }
  progress.settle();
  return handle.result;
}

/** Whether somebody is there who can be asked. */
const mayAsk = ({ terminal }: CliContext, { input, json, events }: Options): boolean =>
  terminal.interactive && input !== false && !json && !events;

/** Asks the person as long as the run has a question and somebody is there. */
async function settleQuestion(
  runs: RunService,
  first: RunResult,
  context: CliContext,
  options: Options,
  progress: Progress,
): Promise<RunResult> {
  let result = first;
  while (mayAsk(context, options) && result.status === 'clarify' && result.question !== null) {
    const { state } = await runs.show(result.runId);
    const language = await context.deps.language(state.language ?? 'python');
    const asking = { tongue: tongueOfRun(state), signal: context.signal };
    const answer = await askQuestion(result.question, (value) => answerFault(state, value, language), asking);
    if (answer === null) return result;
    await runs.answer(result.runId, answer);
    result = await follow(await runs.resume(result.runId, { signal: context.signal }), context, options, progress);
  }
  return result;
}

async function present(context: CliContext, options: Options, raw: RunResult): Promise<number> {
  const { terminal, invocation } = context;
  const ended = raw.error === null ? null : { ...raw.error, hint: withInvocation(raw.error.hint, invocation) };
  const saving = await saveCode(context, options, { ...raw, error: ended });
  const error = saving.type === 'failed' ? saving.error : ended;
  const result = { ...raw, error };
  if (options.json) {
    if (error !== null) showError(terminal, error);
    terminal.json(result, 2);
  } else {
    const evidence = options.evidence ? { evidence: await openEvidence(context, result, { mutants: settingsFlags(options) }) } : {};
    const shown = await runToShow(context, raw);
    showResult(terminal, result, { ...evidence, ...shown, invocation, withCode: !options.events && saving.type !== 'saved' });
    if (!options.events && options.input !== false) await offerToKeep(context, options, raw, shown.tongue);
  }
  return error === null ? exitCodeByStatus[result.status] : exitCodeOf(error);
}

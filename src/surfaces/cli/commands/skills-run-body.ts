import type { BodyRunOutcome, BodyService } from '../../../bodies/body-service.ts';
import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand, CliContext, CommonOptions } from '../cli-context.ts';
import { type CallFlags, readCall, saveOut } from '../skills/body-call.ts';
import { type BodyFlags, openBodyService } from '../skills/open-bodies.ts';
import { bodyExitCode, bodyRunObject, showBodyRun } from '../skills/show-body-run.ts';

/** `input` is false under `--no-input`. */
export type RunBodyOptions = BodyFlags & CallFlags & { readonly input?: boolean };

/** `anneal skills run NAME "request"` for skills with `predict` and `act`. */
export const runBodyCommand: CliCommand<RunBodyOptions, [name: string, request: string | undefined]> = async (
  context,
  options,
  name,
  request,
) => {
  if (request === undefined || request.trim() === '') {
    throw new AppError('usage', `${name} is run on a request, and none was given`, `anneal skills run ${name} "what it should do"`);
  }
  return carryOut(context, options, (bodies, call, watched) => bodies.run(name, request, call, watched));
};

/** `anneal skills answer ID "text"`. */
export const answerBodyCommand: CliCommand<RunBodyOptions, [id: string, answer: string]> = async (context, options, id, answer) =>
  carryOut(context, options, (bodies, call, watched) => bodies.answer(id, answer, call, watched));

type Start = (
  bodies: BodyService,
  call: Awaited<ReturnType<typeof readCall>>,
  watched: { readonly signal: AbortSignal; readonly onStep: (line: string) => void },
) => Promise<BodyRunOutcome>;

async function carryOut(context: CliContext, options: RunBodyOptions & CommonOptions, start: Start): Promise<number> {
  const { terminal, signal, workingFolder } = context;
  // What a person can mend is said before anything is opened.
  const call = await readCall(options, workingFolder);
  const { bodies } = await openBodyService(context, options);
  const watched = { signal, onStep: (line: string) => terminal.note(line, 'dim') };
  let outcome = await start(bodies, call, watched);
  while (outcome.run.state === 'waiting' && terminal.interactive && options.input !== false && !options.json) {
    const answer = await ask(outcome.run.result?.needs_input ?? '', signal);
    if (answer === null) break;
    outcome = await bodies.answer(outcome.run.id, answer, call, watched);
  }
  const saved = await saveOut(outcome.out, options, workingFolder);
  if (options.json) terminal.json({ ...bodyRunObject(outcome.run), saved, missing: outcome.missing, ungranted: outcome.ungranted }, 2);
  else showBodyRun(context, outcome, saved);
  return bodyExitCode(outcome.run);
}

async function ask(question: string, signal: AbortSignal): Promise<string | null> {
  const [{ isCancel, text }, { printableLine }] = await Promise.all([import('@clack/prompts'), import('../../../domain/printable.ts')]);
  const answer = await text({ message: printableLine(question, 1000), output: process.stderr, signal });
  return isCancel(answer) ? null : answer;
}

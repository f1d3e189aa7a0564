import type { EffectiveSettings } from '../../../config/load-settings.ts';
import { exitCodeByStatus } from '../../../domain/exit-code.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import type { Tongue } from '../../../domain/texts.ts';
import type { RunHandle, RunService } from '../../../runs/run-service-types.ts';
import { type ChatSession, current, newSession, saidSoFar, withVersion } from '../../../sessions/chat-session.ts';
import { readAnswer } from '../../../sessions/read-answer.ts';
import { followUp } from '../../../sessions/session-request.ts';
import { examplesOf } from '../../../sessions/session-tests.ts';
import { cryptoRandom } from '../../crypto-random.ts';
import { optionLine } from '../ask-question.ts';
import { buildRequest } from '../build-request.ts';
import { readHistory, writeHistory } from '../chat/history-file.ts';
import { type LineSource, openLineSource } from '../chat/line-source.ts';
import { completeCommand, isCommand, slashCommand } from '../chat/slash-commands.ts';
import type { CliCommand, CliContext, CommonOptions } from '../cli-context.ts';
import { estimateLine } from '../estimate-line.ts';
import { exitCodeOf, showError, shownError } from '../failure.ts';
import { openProgress } from '../open-progress.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { runToShow } from '../run-to-show.ts';
import { showPull } from '../show-pull.ts';
import { showResult } from '../show-result.ts';
import { chatWords } from '../words/chat-words.ts';
import { runWords } from '../words/run-words.ts';
import { tongueOf, tongueOfRun } from '../words/tongue.ts';

type Options = RunOptions & CommonOptions;

/** What one `anneal chat` works with. */
type Chat = {
  readonly context: CliContext;
  readonly options: Options;
  readonly settings: EffectiveSettings;
  readonly runs: RunService;
  readonly id: string;
  readonly lines: LineSource;
};

/** A turn's end: the session after it, and the exit code that it would have as a run of its own. */
type TurnEnd = { readonly session: ChatSession; readonly exitCode: number /** The person left in it. */; readonly leave?: true };

/** `anneal chat`: messages from the terminal, or one a line from a pipe. Exit code: of the last turn when piped. */
export const chatCommand: CliCommand<RunOptions> = async (context, options) => {
  const { deps, terminal, signal, stdin, stderr } = context;
  const settings = await deps.settings(settingsFlags(options));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  const runs = await deps.runs({
    settings,
    keepModel: true,
    showPull: (name, parts) => showPull(terminal.note, name, parts),
    showEstimate: (estimate) => terminal.note(estimateLine(estimate), 'dim'),
  });
  const folders = await deps.folders();
  const isTerminal = terminal.interactive;
  const history = isTerminal ? await readHistory(folders) : [];
  const lines = openLineSource({ input: stdin, output: stderr, isTerminal, history, complete: completeCommand, signal });
  const chat: Chat = { context, options, settings, runs, id: cryptoRandom.hex(6), lines };
  if (isTerminal) terminal.note('Say what a program should do; then say what should change. /help lists commands.', 'dim');
  try {
    const exitCode = await converse(chat);
    signal.throwIfAborted();
    return exitCode;
  } finally {
    if (isTerminal) await writeHistory(folders, lines.history());
    lines.close();
  }
};

async function converse(chat: Chat): Promise<number> {
  const { context, lines } = chat;
  const { terminal, signal } = context;
  let session = newSession;
  let exitCode = 0;
  let interrupted = false;
  let tongue: Tongue = 'en';
  while (!signal.aborted) {
    const typed = await lines.next(current(session) === null ? 'anneal> ' : 'change> ');
    if (typed.type === 'end') return terminal.interactive ? 0 : exitCode;
    if (typed.type === 'interrupt') {
      if (interrupted) return 130;
      interrupted = true;
      terminal.note(chatWords[tongue].leaves);
      continue;
    }
    interrupted = false;
    const message = typed.text.trim();
    if (message === '') continue;
    if (isCommand(message)) {
      const done = await slashCommand(message, session, context, { flags: chat.options, tongue });
      if (done.leave) return terminal.interactive ? 0 : exitCode;
      session = done.session;
      continue;
    }
    tongue = tongueOf(message);
    const end = await turn(chat, session, message);
    session = end.session;
    exitCode = end.exitCode;
    if (end.leave) return terminal.interactive ? 0 : exitCode;
  }
  return 130;
}

/** One message to its end. What a person can mend is shown and ends the turn, not the session. */
async function turn(chat: Chat, session: ChatSession, message: string): Promise<TurnEnd> {
  const { context } = chat;
  const stopTurn = new AbortController();
  const release = context.onInterrupt(() => {
    if (stopTurn.signal.aborted) return false;
    context.terminal.alert(chatWords[tongueOf(message)].cancelling);
    stopTurn.abort(new DOMException('the turn was cancelled', 'AbortError'));
    return true;
  });
  try {
    return await carryOut(chat, session, message, AbortSignal.any([context.signal, stopTurn.signal]));
  } catch (thrown) {
    context.signal.throwIfAborted();
    if (stopTurn.signal.aborted) return { session, exitCode: 130 };
    const error = shownError(thrown, context.invocation);
    showError(context.terminal, error);
    return { session, exitCode: exitCodeOf(error) };
  } finally {
    release();
  }
}

async function carryOut(chat: Chat, session: ChatSession, message: string, signal: AbortSignal): Promise<TurnEnd> {
  const { context, options, settings, runs } = chat;
  const { deps, terminal } = context;
  const tongue = tongueOf(message);
  const words = chatWords[tongue];
  const version = current(session);
  const given = version === null ? options : { ...options, example: [], language: version.language, ...profileOf(version) };
  // A single dash would mean standard input to `run`.
  const base = await buildRequest(context, given, settings, message === '-' ? ' -' : message);
  const language = await deps.language(version?.language ?? base.language ?? 'python', base.profile);
  const { signature: _first, ...change } = base;
  const made =
    version === null ? { request: base, superseded: [] } : await followUp(version, message, { ...change, examples: [] }, deps.language);
  for (const { old, by } of made.superseded) terminal.note(words.superseded(old, by), 'yellow');
  const request = { ...made.request, ...saidSoFar(session, message), interactive: true };

  let result = await follow(chat, tongue, () => runs.start(request, { signal, session: chat.id }));
  while (result.status === 'clarify' && result.question !== null) {
    const answered = await ask(chat, session, result, signal);
    if (answered.type === 'command') return { ...answered.end, exitCode: exitCodeByStatus.clarify };
    if (answered.type === 'message') return turn(chat, session, answered.text);
    if (answered.type === 'later') return { session, exitCode: exitCodeByStatus.clarify };
    result = await follow(chat, tongue, () => runs.resume(result.runId, { signal }), result.runId);
  }
  await present(chat, result);
  if (result.status === 'failed' && version !== null) sayKept(chat, tongue, version.examples, request.examples);
  const exitCode = result.error === null ? exitCodeByStatus[result.status] : exitCodeOf(result.error);
  if (result.code === null || (result.status !== 'success' && result.status !== 'unsure')) return { session, exitCode };
  const { state } = await runs.show(result.runId);
  const next = {
    message,
    code: result.code,
    language: language.id,
    ...profileOf(request),
    signature: state.signature,
    examples: examplesOf(state, language),
    runId: result.runId,
  };
  return { session: withVersion(session, next), exitCode };
}

const profileOf = ({ profile }: { readonly profile?: string | undefined }): { readonly profile?: string } =>
  profile === undefined ? {} : { profile };

async function follow(
  { context, runs }: Chat,
  tongue: Tongue,
  begin: () => Promise<RunHandle>,
  resumed: string | null = null,
): Promise<RunResult> {
  const { opening } = runWords[tongue];
  const progress = await openProgress(context, {});
  try {
    progress.say(`anneal: ${opening}`, opening);
    if (resumed !== null) progress.from((await runs.show(resumed)).state);
    const handle = await begin();
    for await (const item of handle.events) progress.show(item);
    return await handle.result;
  } finally {
    progress.end();
  }
}

type Answered =
  | { readonly type: 'answered' }
  | { readonly type: 'later' }
  | { readonly type: 'message'; readonly text: string }
  /** A command that left, or that put another program in the place of the one in question. */
  | { readonly type: 'command'; readonly end: Omit<TurnEnd, 'exitCode'> };

/** The next line that is no command answers the question, when it names an option or is a value; anything else is a new statement. */
async function ask(chat: Chat, session: ChatSession, { question, runId }: RunResult, signal: AbortSignal): Promise<Answered> {
  const { context, lines, runs, options } = chat;
  const { deps, terminal, invocation } = context;
  if (question === null) return { type: 'later' };
  const { state } = await runs.show(runId);
  const language = await deps.language(state.language ?? 'python', state.request?.profile);
  terminal.note(question.text, 'bold');
  for (const option of question.options) terminal.note(`  ${optionLine(option, 200)}`);
  const tongue = tongueOfRun(state);
  const words = runWords[tongue];
  if (question.options.length > 0) terminal.note(words.orAnother);
  signal.throwIfAborted();
  const later = () => terminal.note(`${words.answerLater} ${invocation} runs answer ${runId} ${question.options[0]?.id ?? '--value "…"'}`);
  let typed = await lines.next('answer> ');
  while (typed.type === 'line' && isCommand(typed.text)) {
    const done = await slashCommand(typed.text, session, context, { flags: options, tongue });
    if (done.leave || done.session !== session) {
      later();
      return { type: 'command', end: { session: done.session, ...(done.leave ? { leave: true } : {}) } };
    }
    typed = await lines.next('answer> ');
  }
  if (typed.type !== 'line' || typed.text.trim() === '') {
    later();
    return { type: 'later' };
  }
  const answer = readAnswer(state, typed.text, language);
  if (answer === null) return { type: 'message', text: typed.text.trim() };
  await runs.answer(runId, answer);
  return { type: 'answered' };
}

async function present({ context, options }: Chat, result: RunResult): Promise<void> {
  const { terminal, invocation } = context;
  if (options.json) return terminal.json(result);
  const shown = await runToShow(context, result, 'session');
  showResult(terminal, result, { ...shown, invocation, withCode: result.status === 'success' || result.status === 'unsure' });
}

/** After a turn that failed: what the session goes on with, and what of the turn it does not. */
function sayKept({ context: { terminal } }: Chat, tongue: Tongue, kept: readonly string[], tried: readonly string[]): void {
  const words = chatWords[tongue];
  const dropped = tried.filter((example) => !kept.includes(example));
  const back = kept.filter((example) => !tried.includes(example));
  terminal.note(words.kept, 'yellow');
  for (const example of dropped) terminal.note(words.dropped(example), 'yellow');
  for (const example of back) terminal.note(words.holdsAgain(example), 'yellow');
}

import type { RunResult } from '../../domain/run-result.ts';
import type { Tongue } from '../../domain/texts.ts';
import type { CliContext } from './cli-context.ts';
import { keepRun } from './commands/skills-keep.ts';
import { showCheck } from './commands/skills-verify.ts';
import { showError, shownError } from './failure.ts';
import type { SandboxFlags } from './sandbox-choice.ts';
import { runWords } from './words/run-words.ts';

/** How long the offer stands; nobody is kept waiting for it. */
const offerMs = 3000;

/** Offers, at the end of a run on a terminal, to keep its program as a skill with one key. A failure to do so changes no outcome. */
export async function offerToKeep(context: CliContext, flags: SandboxFlags, result: RunResult, tongue: Tongue): Promise<void> {
  const { terminal, stdin, signal } = context;
  const isNew = result.status === 'success' && (result.skill ?? null) === null && !result.model.demo;
  if (!terminal.interactive || !isNew || !result.evidence.tests.some(({ passed }) => passed === true)) return;
  terminal.note(runWords[tongue].keepKey, 'dim');
  if ((await oneKey(stdin, signal)) === 'k') await keepAndShow(context, flags, result.runId, tongue);
}

/** Keeps the program of a run, and says under which name or why not. */
export async function keepAndShow(
  context: CliContext,
  flags: SandboxFlags & { readonly name?: string },
  runId: string,
  tongue: Tongue,
): Promise<void> {
  const { terminal, invocation, signal } = context;
  try {
    const { skill, check } = await keepRun(context, flags, runId);
    showCheck(terminal, check);
    terminal.note(`${runWords[tongue].keptAs(skill.name)} ${invocation} skills show ${skill.name}`);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    showError(terminal, shownError(thrown, invocation));
  }
}

/** The first key that is pressed within the time; null for none, and for Ctrl-C. */
function oneKey(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted || stdin.setRawMode === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    const end = (key: string | null): void => {
      clearTimeout(timer);
      stdin.off('data', onData);
      signal.removeEventListener('abort', onAbort);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    const onData = (bytes: Buffer | string): void => end(String(bytes).toLowerCase().slice(0, 1));
    const onAbort = (): void => end(null);
    const timer = setTimeout(() => end(null), offerMs);
    signal.addEventListener('abort', onAbort, { once: true });
    stdin.setRawMode(true);
    stdin.on('data', onData);
    stdin.resume();
  });
}

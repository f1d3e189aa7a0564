import { resolve } from 'node:path';
import { nearest } from '../../../domain/nearest-name.ts';
import type { Tongue } from '../../../domain/texts.ts';
import { before, type ChatSession, current, newSession, undone } from '../../../sessions/chat-session.ts';
import type { CliContext } from '../cli-context.ts';
import { showError, shownError } from '../failure.ts';
import { keepAndShow } from '../keep-key.ts';
import type { SandboxFlags } from '../sandbox-choice.ts';
import { chatWords, commandHelp } from '../words/chat-words.ts';
import { writeAtomically } from '../write-atomically.ts';
import { diffLines } from './diff-lines.ts';

const names = Object.keys(commandHelp.en).map((usage) => usage.split(' ')[0] ?? usage);

export const completeCommand = (line: string): readonly string[] =>
  line.startsWith('/') ? names.filter((name) => name.startsWith(line)) : [];

/** Lines that leave without a slash, as in other prompts. */
const leaving = /^(?:\/?(?:exit|quit)|(?:exit|quit)\(\)|выход)$/iu;

/** Whether a line is a command and no message, at every prompt. */
export const isCommand = (line: string): boolean => line.trim().startsWith('/') || leaving.test(line.trim());

/** Carries out a line that is a command. `leave`: the session ends. */
export async function slashCommand(
  line: string,
  session: ChatSession,
  context: CliContext,
  { flags, tongue }: { readonly flags: SandboxFlags; readonly tongue: Tongue },
): Promise<{ readonly session: ChatSession; readonly leave: boolean }> {
  const { terminal, workingFolder, invocation } = context;
  const words = chatWords[tongue];
  const [name = '', ...more] = line.trim().split(/\s+/);
  const rest = more.join(' ');
  const stay = (next: ChatSession = session) => ({ session: next, leave: false });
  const version = current(session);
  const none = () => {
    terminal.note(words.noProgram);
    return stay();
  };
  if (leaving.test(line.trim())) return { session, leave: true };
  switch (name) {
    case '/help':
      for (const [usage, text] of Object.entries(commandHelp[tongue])) terminal.note(`${usage.padEnd(11)} ${text}`);
      terminal.note(words.anythingElse);
      return stay();
    case '/reset':
      terminal.note(words.anew);
      // Another one even where nothing was there yet: an open question is left too.
      return stay({ ...newSession });
    case '/code':
      if (version === null) return none();
      terminal.code(version.code, version.language);
      return stay();
    case '/tests':
      for (const example of version?.examples ?? []) terminal.note(`  ${example}`);
      if ((version?.examples.length ?? 0) === 0) terminal.note(words.noTests);
      return stay();
    case '/diff': {
      if (version === null) return none();
      const lines = diffLines(before(session)?.code ?? '', version.code);
      if (lines.length === 0) terminal.note(words.noChange);
      for (const text of lines) terminal.note(text, text.startsWith('-') ? 'red' : text.startsWith('+') ? 'green' : 'dim');
      return stay();
    }
    case '/undo': {
      if (version === null) return none();
      const next = undone(session);
      terminal.note(words.undone(version.message.split('\n')[0] ?? ''));
      terminal.note(current(next) === null ? words.nothingNow : words.before);
      return stay(next);
    }
    case '/save':
      if (version === null) return none();
      if (rest === '') terminal.note(words.nameFile);
      else {
        try {
          await writeAtomically(resolve(workingFolder, rest), version.code.endsWith('\n') ? version.code : `${version.code}\n`);
          terminal.note(words.writtenTo(rest));
        } catch (thrown) {
          showError(terminal, shownError(thrown, invocation));
        }
      }
      return stay();
    case '/keep':
      if (version === null) return none();
      await keepAndShow(context, rest === '' ? flags : { ...flags, name: rest }, version.runId, tongue);
      return stay();
    default: {
      terminal.note(words.noCommand(name, nearest(name, names)));
      return stay();
    }
  }
}

import { resolve } from 'node:path';
import { nearest } from '../../../domain/nearest-name.ts';
import { before, type ChatSession, current, newSession, undone } from '../../../sessions/chat-session.ts';
import type { CliContext } from '../cli-context.ts';
import { showError, toRunError } from '../failure.ts';
import { keepAndShow } from '../keep-key.ts';
import type { SandboxFlags } from '../sandbox-choice.ts';
import { writeAtomically } from '../write-atomically.ts';
import { diffLines } from './diff-lines.ts';

const about: Readonly<Record<string, string>> = {
  '/code': 'print the program',
  '/diff': 'what the last turn changed',
  '/tests': 'the trusted tests of the session',
  '/undo': 'back to the program and the tests before the last turn',
  '/save FILE': 'write the program to a file',
  '/keep': 'keep the program as a skill, which answers such requests without a model; /keep NAME names it',
  '/reset': 'forget everything and start anew',
  '/help': 'this list',
  '/exit': 'leave; exit, quit and Ctrl-D do too',
};
const names = Object.keys(about).map((usage) => usage.split(' ')[0] ?? usage);

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
  flags: SandboxFlags = {},
): Promise<{ readonly session: ChatSession; readonly leave: boolean }> {
  const { terminal, workingFolder, invocation } = context;
  const [name = '', ...words] = line.trim().split(/\s+/);
  const rest = words.join(' ');
  const stay = (next: ChatSession = session) => ({ session: next, leave: false });
  const version = current(session);
  const none = () => {
    terminal.note('there is no program yet: say what it should do');
    return stay();
  };
  if (leaving.test(line.trim())) return { session, leave: true };
  switch (name) {
    case '/help':
      for (const [usage, text] of Object.entries(about)) terminal.note(`${usage.padEnd(11)} ${text}`);
      terminal.note(
        'anything else is a request, a change to the program, or the answer to an open question; "f(3) returns 6" in it is a test',
      );
      return stay();
    case '/reset':
      terminal.note('started anew');
      // Another one even where nothing was there yet: an open question is left too.
      return stay({ ...newSession });
    case '/code':
      if (version === null) return none();
      terminal.code(version.code, version.language);
      return stay();
    case '/tests':
      for (const example of version?.examples ?? []) terminal.note(`  ${example}`);
      if ((version?.examples.length ?? 0) === 0) terminal.note('no trusted test yet');
      return stay();
    case '/diff': {
      if (version === null) return none();
      const lines = diffLines(before(session)?.code ?? '', version.code);
      if (lines.length === 0) terminal.note('the last turn changed nothing');
      for (const text of lines) terminal.note(text, text.startsWith('-') ? 'red' : text.startsWith('+') ? 'green' : 'dim');
      return stay();
    }
    case '/undo': {
      if (version === null) return none();
      const next = undone(session);
      terminal.note(`undone: ${version.message.split('\n')[0] ?? ''}`);
      terminal.note(current(next) === null ? 'there is no program now' : 'the program and the tests are those before it; /code prints it');
      return stay(next);
    }
    case '/save':
      if (version === null) return none();
      if (rest === '') terminal.note('name the file: /save FILE');
      else {
        try {
          await writeAtomically(resolve(workingFolder, rest), version.code.endsWith('\n') ? version.code : `${version.code}\n`);
          terminal.note(`written: ${rest}`);
        } catch (thrown) {
          showError(terminal, toRunError(thrown, invocation));
        }
      }
      return stay();
    case '/keep':
      if (version === null) return none();
      await keepAndShow(context, rest === '' ? flags : { ...flags, name: rest }, version.runId);
      return stay();
    default: {
      const meant = nearest(name, names);
      terminal.note(`${name} is not a command${meant === null ? '' : `; did you mean ${meant}?`} /help lists them`);
      return stay();
    }
  }
}

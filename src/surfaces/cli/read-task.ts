import { AppError } from '../../domain/app-error.ts';
import { maxTaskCharacters } from '../../domain/run-request.ts';
import type { CliContext } from './cli-context.ts';
import { readStandardInput } from './read-standard-input.ts';

export type TaskSource = {
  readonly argument: string | undefined;
  readonly flag: string | undefined;
  readonly mayAsk: boolean;
  /** Another task stands in when none is given. */
  readonly hasDemo: boolean;
  /** Called once the flags are right, before anything is read or asked for. */
  readonly onReading: () => void;
};

const maxTaskBytes = maxTaskCharacters * 4;

/** The task's text; null when there is none and nobody to ask. Throws `usage` or `bad-input` for what cannot be a task. */
export async function readTask(context: CliContext, { argument, flag, mayAsk, hasDemo, onReading }: TaskSource): Promise<string | null> {
  if (argument !== undefined && flag !== undefined) {
    throw new AppError('usage', 'the task is given twice, as an argument and with --task', 'give one of them');
  }
  const given = argument ?? flag;
  if (given === undefined && !mayAsk && !hasDemo) {
    throw new AppError('usage', 'no task was given', 'anneal run "what the program should do", or anneal run --backend mock for a demo');
  }
  onReading();
  if (given === '-') return checked(await readStandardInput(context.stdin, maxTaskBytes, context.signal));
  if (given !== undefined) return checked(given);
  return mayAsk ? checked(await ask(context.signal)) : null;
}

async function ask(signal: AbortSignal): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({ message: 'What should the program do?', output: process.stderr, signal });
  if (isCancel(answer)) throw new DOMException('cancelled by the person', 'AbortError');
  return answer;
}

function checked(text: string): string {
  const task = text.replace(/^\uFEFF/, '').trim();
  if (task === '') throw new AppError('bad-input', 'the task is empty', 'anneal run "what the program should do"');
  if (isBinary(task)) throw new AppError('bad-input', 'the task is binary, not text', 'give the request as plain text');
  if (task.length > maxTaskCharacters) {
    throw new AppError(
      'bad-input',
      `the task is too long: ${task.length} characters, at most ${maxTaskCharacters} are accepted`,
      'say in a few sentences what the program should do, and give data with --context FILE',
    );
  }
  return task;
}

/** Control characters other than white space: nobody types them. */
function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(text);
}

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '../../domain/app-error.ts';
import { isAbsent, systemReason } from '../../domain/system-error.ts';

export type InputFile = {
  /** What it is to the person, for messages: `context`, `program`. */
  readonly what: string;
  readonly maxBytes: number;
};

/**
 * A text file that the person named. Throws `not-found` or `bad-input`: missing, unreadable, a folder, a pipe, too large,
 * binary, not UTF-8.
 */
export async function readInputFile(file: string, { what, maxBytes }: InputFile): Promise<string> {
  // Non-blocking: opening a named pipe must not hang.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    if (isAbsent(cause)) {
      throw new AppError('not-found', `${what} file ${file} does not exist`, 'check the path: ls -l', { cause });
    }
    throw new AppError(
      'bad-input',
      `${what} file ${file} cannot be read (${systemReason(cause)})`,
      `check its permissions: ls -l ${file}`,
      {
        cause,
      },
    );
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new AppError('bad-input', `${what} file ${file} is not a regular file`, 'name a text file');
    if (stats.size > maxBytes) throw tooLarge(`${what} file ${file}`, stats.size, maxBytes);
    return decodeText(await handle.readFile(), `${what} file ${file}`);
  } finally {
    await handle.close();
  }
}

export function tooLarge(what: string, bytes: number, maxBytes: number): AppError {
  return new AppError('bad-input', `${what} is too large: ${bytes} bytes`, `shorten it to at most ${maxBytes} bytes`);
}

/** UTF-8 text without a byte order mark. Throws `bad-input` for anything binary. */
export function decodeText(bytes: Uint8Array, what: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('bad-input', `${what} is not UTF-8 text`, 'save it as UTF-8', { cause });
  }
  if (text.includes('\0')) throw new AppError('bad-input', `${what} is binary`, 'give plain text');
  return text;
}

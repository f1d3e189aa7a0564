import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from './temporary-folder.ts';

export type ResultPipe = {
  readonly readable: Socket;
  /** Descriptor to give to a child. */
  readonly writeFd: number;
  /** To be called once the child has it; the reader would never see the end otherwise. */
  closeWriteEnd(): void;
};

const runFile = promisify(execFile);

/**
 * A real pipe. Node's own are sockets, which a program cannot open through /proc/self/fd, the only way for a language
 * without descriptors.
 */
export async function openResultPipe(): Promise<ResultPipe> {
  const folder = await createTemporaryFolder('pipe');
  try {
    const path = join(folder, 'result');
    await runFile('mkfifo', ['-m', '666', path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(path, constants.O_WRONLY);
    const readable = new Socket({ fd: reader, readable: true, writable: false });
    return { readable, writeFd, closeWriteEnd: () => closeSync(writeFd) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

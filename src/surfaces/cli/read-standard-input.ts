import { decodeText, tooLarge } from './read-input-file.ts';

/** All of standard input as text. Throws `bad-input` when it is binary or above the limit. */
export async function readStandardInput(stdin: NodeJS.ReadStream, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = () => stdin.destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stdin as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge('standard input', bytes, maxBytes);
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return decodeText(Buffer.concat(chunks), 'standard input');
}

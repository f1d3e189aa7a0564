import { type RequestReader, type RequestReading, type RequestText, readRequestText } from '../surfaces/read-request-text.ts';
import { loadedLanguages } from './loaded-languages.ts';
import { createReadingThread, type ReadingThreadOptions } from './reading-thread.ts';

export type RequestReaderOptions = Omit<ReadingThreadOptions, 'deadlineMs'> & {
  /** Characters up to which a request is read at once. */
  readonly shortCharacters?: number;
  /** Longest time for one request. A run reads it again without a thread, so this also bounds how long that holds others up. */
  readonly deadlineMs?: number;
};

/** Short texts are read in place: that takes less time than handing them over. */
export function createRequestReader(options: RequestReaderOptions): RequestReader {
  const { shortCharacters = 500, deadlineMs = 500 } = options;
  const thread = createReadingThread({ ...options, deadlineMs });
  const languageOf = loadedLanguages();
  const inPlace = async (text: RequestText): Promise<RequestReading> =>
    readRequestText(await languageOf(text.language, text.profile), text);
  return {
    async read(text) {
      if (charactersOf(text) <= shortCharacters) return inPlace(text);
      const found = await thread.ask({ kind: 'request', text });
      if (found === undefined) return inPlace(text);
      return found === null ? { ok: false, field: 'body', reason: 'takes too long to read' } : (found as RequestReading);
    },
    close: () => thread.close(),
  };
}

const charactersOf = ({ task, signature = '', examples }: RequestText): number =>
  task.length + signature.length + examples.reduce((sum, { length }) => sum + length, 0);

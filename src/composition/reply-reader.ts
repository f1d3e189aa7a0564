import type { Example, Extraction } from '../ports/language.ts';
import type { ReplyReader } from '../ports/reply-reader.ts';
import { createReadingThread } from './reading-thread.ts';

export type ReplyReaderOptions = {
  /** The compiled `reply-thread`. */
  readonly threadEntry: URL;
  /** Characters up to which a reply is read at once: that takes less time than handing it over, and even a hostile one holds nothing up for long. */
  readonly shortCharacters?: number;
  /** Longest time for one reply, and for a thread to have its parsers. */
  readonly deadlineMs?: number;
  readonly startMs?: number;
};

/** A thread that dies or is too late is replaced by the next reply; at most one runs at a time. */
export function createReplyReader(options: ReplyReaderOptions): ReplyReader {
  const { shortCharacters = 400, deadlineMs = 1500 } = options;
  const thread = createReadingThread({ ...options, deadlineMs });
  return {
    async extract(language, reply, contract, abortable = {}) {
      if (reply.text.length <= shortCharacters) return language.extract(reply, contract);
      const found = await thread.ask({ kind: 'code', reply, contract }, abortable);
      if (found === undefined) return language.extract(reply, contract);
      return found === null ? tooLate(reply.text.length, deadlineMs) : (found as Extraction);
    },
    async extractTests(language, reply, contract, abortable = {}) {
      if (reply.text.length <= shortCharacters) return language.extractTests(reply, contract);
      const found = await thread.ask({ kind: 'tests', reply, contract }, abortable);
      return found === undefined ? language.extractTests(reply, contract) : ((found ?? []) as readonly Example[]);
    },
    close: () => thread.close(),
  };
}

const tooLate = (characters: number, deadlineMs: number): Extraction => ({
  type: 'rejected',
  reason: 'no-code',
  detail: `Reading the answer of ${characters} characters took longer than ${deadlineMs / 1000} s.`,
});

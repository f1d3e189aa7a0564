import { createInterface } from 'node:readline';

/** `line`: what was typed. `interrupt`: Ctrl-C at the prompt. `end`: Ctrl-D, or the end of piped input. */
export type Typed = { readonly type: 'line'; readonly text: string } | { readonly type: 'interrupt' } | { readonly type: 'end' };

export type LineSource = {
  /** The next message. On a terminal with line editing; what was pasted at once comes line by line. */
  readonly next: (prompt: string) => Promise<Typed>;
  /** Newest first. */
  readonly history: () => readonly string[];
  readonly close: () => void;
};

type Options = {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly isTerminal: boolean;
  readonly history: readonly string[];
  readonly complete: (line: string) => readonly string[];
  readonly signal: AbortSignal;
};

const mostHistory = 500;

/**
 * Messages of a person. The terminal is in raw mode only while a line is edited: during a turn Ctrl-C is an ordinary signal.
 * Up and Down search the history for lines that begin like the one being typed.
 */
export function openLineSource(options: Options): LineSource {
  return options.isTerminal ? edited(options) : piped(options);
}

function edited({ input, output, history: given, complete, signal }: Options): LineSource {
  let history = [...given].slice(0, mostHistory);
  const pending: string[] = [];
  const next = (prompt: string): Promise<Typed> =>
    new Promise((resolve) => {
      const ready = pending.shift();
      if (ready !== undefined) return resolve({ type: 'line', text: ready });
      const editor = createInterface({
        ...{ input, output, terminal: true, history: [...history], historySize: mostHistory, removeHistoryDuplicates: true, prompt },
        completer: (line: string) => [complete(line), line],
      });
      let typed: Typed = { type: 'end' };
      const onAbort = () => editor.close();
      signal.addEventListener('abort', onAbort, { once: true });
      editor.on('history', (lines: string[]) => {
        history = lines;
      });
      editor.on('line', (line) => {
        if (typed.type === 'line') pending.push(line);
        typed = typed.type === 'line' ? typed : { type: 'line', text: line };
        // The rest of a pasted text arrives in the same turn of the event loop.
        setImmediate(() => editor.close());
      });
      editor.on('SIGINT', () => {
        typed = { type: 'interrupt' };
        editor.close();
      });
      editor.on('close', () => {
        signal.removeEventListener('abort', onAbort);
        if (typed.type !== 'line') output.write('\n');
        resolve(typed);
      });
      editor.prompt();
    });
  return { next, history: () => history, close: () => undefined };
}

function piped({ input, signal }: Options): LineSource {
  const reader = createInterface({ input, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  const onAbort = () => reader.close();
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    next: async () => {
      const { value, done } = await lines.next();
      return done ? { type: 'end' } : { type: 'line', text: value as string };
    },
    history: () => [],
    close: () => {
      signal.removeEventListener('abort', onAbort);
      reader.close();
    },
  };
}

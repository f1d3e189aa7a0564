import { systemCode } from '../../domain/system-error.ts';
import type { Streams, Terminal } from './terminal.ts';

export type Stop = {
  readonly signal: AbortSignal;
  /** The reader of our output went away: end quietly. */
  readonly outputClosed: () => boolean;
  /** Output could not be written, for example to a full disk. */
  readonly outputFailure: () => Error | null;
  /** Hands Ctrl-C to `handler` as long as it returns true. Returns what ends that. */
  readonly onInterrupt: (handler: () => boolean) => () => void;
  readonly end: () => void;
};

/** The first Ctrl-C, termination or closed output aborts; the second Ctrl-C ends the process. */
export function watchForStop(streams: Streams, terminal: Terminal): Stop {
  const controller = new AbortController();
  let closed = false;
  let failure: Error | null = null;
  let handler: (() => boolean) | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT' && !controller.signal.aborted && handler?.()) return;
    if (controller.signal.aborted) process.exit(130);
    terminal.alert('cancelling; Ctrl-C again ends at once');
    controller.abort(new DOMException('cancelled by the person', 'AbortError'));
  };
  const onStreamError = (error: Error) => {
    // EIO: the terminal itself is gone.
    const code = systemCode(error);
    if (code === 'EPIPE' || code === 'EIO') closed = true;
    else failure ??= error;
    controller.abort(new DOMException('the output was closed', 'AbortError'));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onSignal);
  streams.stdout.on('error', onStreamError);
  streams.stderr.on('error', onStreamError);
  return {
    signal: controller.signal,
    outputClosed: () => closed,
    outputFailure: () => failure,
    onInterrupt: (wanted) => {
      handler = wanted;
      return () => {
        if (handler === wanted) handler = null;
      };
    },
    // The listeners on the streams stay: a late EPIPE must not become an uncaught exception.
    end: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}

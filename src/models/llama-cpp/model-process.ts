import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart } from '../../ports/model.ts';
import { failureError } from './failure-error.ts';
import { type ChildResult, type ChildWork, type FromChild, isFromChild, type ToChild } from './protocol.ts';
import { createStateFolder } from './state-folder.ts';
import { TimerSet } from './timer-set.ts';

export type ProcessLimits = {
  /** Longest silence of the child while it works on a request; a strict grammar can keep one token busy for minutes. */
  readonly stallMs: number;
  /** Longest time from the start of a request to its end. */
  readonly requestMs: number;
  /** How long a cancelled request may take to let go before the process is killed. */
  readonly cancelGraceMs: number;
};

export type ProcessOptions = { readonly childEntry: URL; readonly limits: ProcessLimits };

type Waiting = {
  readonly onParts: (parts: readonly CompletionPart[]) => void;
  readonly onProgress: () => void;
  readonly settle: (outcome: ChildResult | Error) => void;
};

const keptErrorOutput = 2000;

/** One child process with one set of weights. Ends with the parent, on `close`, or by itself when it crashes. */
export class ModelProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #stateFolder: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #nextId = 1;
  #errorOutput = '';
  #end: AppError | null = null;

  private constructor(child: ChildProcess, limits: ProcessLimits, stateFolder: string) {
    this.#child = child;
    this.#limits = limits;
    this.#stateFolder = stateFolder;
    child.on('message', (message) => this.#receive(message));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-keptErrorOutput);
    });
    child.on('error', (cause) => this.#finish(cause.message));
    this.#ended = once(child, 'exit').then(
      ([code, signal]) => this.#finish(signal === null ? `exit code ${String(code)}` : `signal ${String(signal)}`),
      () => undefined,
    );
    this.#setBusy(false);
  }

  /** Starts the process; nothing is loaded yet. */
  static async start(options: ProcessOptions): Promise<ModelProcess> {
    const stateFolder = await createStateFolder();
    const child = fork(fileURLToPath(options.childEntry), [], {
      env: childEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return new ModelProcess(child, options.limits, stateFolder);
  }

  get stateFolder(): string {
    return this.#stateFolder;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  /** Does one piece of work; `onParts` sees what comes on the way. When this settles, the child no longer works on it. */
  async perform(
    work: ChildWork,
    options: Abortable & { readonly onParts?: (parts: readonly CompletionPart[]) => void } = {},
  ): Promise<ChildResult> {
    const { signal, onParts = () => undefined } = options;
    signal?.throwIfAborted();
    if (this.#end !== null) throw this.#end;
    const id = this.#nextId++;
    const timers = new TimerSet();
    let timeout: AppError | null = null;
    const timeOut = (ms: number): void => {
      timeout = timeoutError(ms);
      // The end of the process settles whatever waits for it.
      void this.kill();
    };
    const outcome = await new Promise<ChildResult | Error>((settle) => {
      const cancel = (): void => {
        this.#send({ type: 'cancel', id });
        timers.start('cancel', this.#limits.cancelGraceMs, () => void this.kill());
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.set(id, {
        onParts,
        // Waiting behind other requests is no stall, so both clocks start when the child does.
        onProgress: () => {
          if (!timers.has('whole')) timers.start('whole', this.#limits.requestMs, () => timeOut(this.#limits.requestMs));
          if (work.type !== 'load') timers.start('stall', this.#limits.stallMs, () => timeOut(this.#limits.stallMs));
        },
        settle: (result) => {
          signal?.removeEventListener('abort', cancel);
          settle(result);
        },
      });
      this.#setBusy(true);
      this.#send({ type: 'work', id, work });
    });
    timers.clear();
    this.#waiting.delete(id);
    this.#setBusy(this.#waiting.size > 0);
    if (this.#end !== null) await this.kill();
    if (timeout !== null) throw timeout;
    signal?.throwIfAborted();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Ends the process at once. Idempotent; what was waiting fails. */
  async kill(): Promise<void> {
    // An idle child keeps nobody waiting, but the end of one that is waited for must be heard.
    this.#setBusy(true);
    this.#child.kill('SIGKILL');
    await this.#ended;
    await rm(this.#stateFolder, { recursive: true, force: true });
  }

  #receive(message: unknown): void {
    if (!isFromChild(message)) return;
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    this.#deliver(waiting, message);
  }

  #deliver(waiting: Waiting, message: FromChild): void {
    if (message.type === 'progress') {
      waiting.onProgress();
      if (message.parts.length > 0) waiting.onParts(message.parts);
      return;
    }
    waiting.settle(message.type === 'result' ? message.result : failureError(message.failure, message.detail));
  }

  #send(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #finish(how: string): void {
    if (this.#end !== null) return;
    const said = this.#errorOutput.trim().split('\n').at(-1) ?? '';
    this.#end = new AppError(
      'model-crashed',
      `The embedded model's process ended (${how})${said === '' ? '' : `: ${said}`}.`,
      'Run it again: a fresh process is started. If it repeats, try a smaller model (--model FILE) or --backend ollama.',
    );
    void rm(this.#stateFolder, { recursive: true, force: true }).catch(() => undefined);
    for (const waiting of this.#waiting.values()) waiting.settle(this.#end);
  }

  // An idle child must not keep the parent's event loop alive.
  #setBusy(busy: boolean): void {
    const verb = busy ? 'ref' : 'unref';
    this.#child[verb]();
    this.#child.channel?.[verb]();
  }
}

function timeoutError(ms: number): AppError {
  return new AppError(
    'model-timeout',
    `The embedded model made no headway on a request for ${Math.round(ms / 100) / 10} s and was stopped.`,
    'Run it again; with fewer candidates (-n) or a smaller model each request is shorter.',
  );
}

/** Nothing of the parent's environment but what a process needs to find its files. */
function childEnvironment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SYSTEMROOT', 'LD_LIBRARY_PATH'];
  const entries = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(entries), UV_THREADPOOL_SIZE: '1' };
}

import type { BubblewrapProcess } from './bubblewrap-process.ts';
import { type Frame, FrameReader } from './frames.ts';

const mostFrameBytes = 64 * 1024 * 1024;
/** What a cancelled job gets to end in, before the launcher is taken for stuck. */
const cancelMs = 1000;

/** Frames to and from a launcher: one answer is waited for at a time, and what a job says meanwhile goes to `onSaid`. */
export class LauncherLink {
  private readonly process: BubblewrapProcess;
  private readonly onSaid: (payload: Uint8Array) => void;
  private waiting: ((frame: Frame | null) => void) | null = null;
  private dead = false;

  constructor(process: BubblewrapProcess, onSaid: (payload: Uint8Array) => void) {
    this.process = process;
    this.onSaid = onSaid;
    const reader = new FrameReader(mostFrameBytes);
    process.stdout.on('data', (chunk: Buffer) => this.deliver(reader, chunk));
    void process.exited.then(() => this.end());
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** Sends a frame that has no answer. */
  send(frame: Uint8Array): void {
    this.process.stdin.write(frame);
  }

  /**
   * Sends a frame and waits for the next one; null when the launcher died or was silent for too long. After an abort `cancel` is
   * sent and its answer waited for; without one, null comes at once.
   */
  exchange(frame: Uint8Array, timeoutMs: number, signal?: AbortSignal, cancel?: Uint8Array): Promise<Frame | null> {
    return new Promise((resolve) => {
      let timer = setTimeout(() => settle(null), timeoutMs);
      const onAbort = (): void => {
        if (cancel === undefined) {
          settle(null);
          return;
        }
        this.send(cancel);
        clearTimeout(timer);
        timer = setTimeout(() => settle(null), cancelMs);
      };
      const settle = (result: Frame | null): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.waiting = null;
        resolve(result);
      };
      if (this.dead) return settle(null);
      this.waiting = settle;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.send(frame);
    });
  }

  /** Resolves when nothing of the launcher is left. */
  async stop(): Promise<void> {
    this.end();
    this.process.kill();
    await this.process.exited;
  }

  private deliver(reader: FrameReader, chunk: Buffer): void {
    try {
      for (const frame of reader.push(chunk)) {
        if (frame.kind === 'O') this.onSaid(frame.payload);
        else this.waiting?.(frame);
      }
    } catch {
      // A frame that is too long, or none at all: the launcher is not ours any more, and whoever waits is told that it is gone.
      this.end();
      this.process.kill();
    }
  }

  private end(): void {
    this.dead = true;
    this.waiting?.(null);
  }
}

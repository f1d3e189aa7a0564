import { type FileHandle, open } from 'node:fs/promises';

/** Puts SQLite's write-ahead log on the disk without holding up the process; those who ask meanwhile share the next turn. */
export type LogOnDisk = {
  /** Resolves when everything that was committed before the call is on the disk. */
  readonly flushed: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Closing another descriptor of a file gives up SQLite's locks on it, but it locks its main and its shared-memory file, never
 * the log; and the log is not replaced while a connection is open.
 */
export function createLogOnDisk(file: string): LogOnDisk {
  let handle: Promise<FileHandle> | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const flush = async (): Promise<void> => {
    handle ??= open(`${file}-wal`, 'r');
    await (await handle).datasync();
  };
  const begin = (): Promise<void> => {
    const mine = flush().finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  };

  return {
    flushed() {
      if (running === null) return begin();
      // One that runs already may have begun before the commit: only the one after it is sure to hold it.
      next ??= running.then(
        () => afterwards(),
        () => afterwards(),
      );
      return next;
    },
    async close() {
      // What could not be flushed was told to whoever waited for it; here it only has to be over.
      await (next ?? running)?.catch(() => undefined);
      // A descriptor that was only read from loses nothing by failing to close.
      await handle?.then((opened) => opened.close()).catch(() => undefined);
    },
  };

  function afterwards(): Promise<void> {
    next = null;
    return begin();
  }
}

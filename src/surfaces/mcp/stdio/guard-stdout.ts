import { Writable } from 'node:stream';

export type GuardedStdout = {
  /** Writes to standard output, for the protocol alone. */
  readonly protocol: Writable;
  readonly release: () => void;
};

/**
 * Keeps standard output for one protocol: whatever else this process writes there, a library's `console.log` too, goes to
 * standard error instead. Children are started with pipes and cannot write there at all.
 */
export function guardStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): GuardedStdout {
  const original = stdout.write;
  const write = original.bind(stdout);
  const diverted: typeof stdout.write = (...given: unknown[]) => Reflect.apply(stderr.write, stderr, given);
  stdout.write = diverted;
  const protocol = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      write(chunk, (error) => done(error ?? null));
    },
  });
  return {
    protocol,
    release() {
      if (stdout.write === diverted) stdout.write = original;
    },
  };
}

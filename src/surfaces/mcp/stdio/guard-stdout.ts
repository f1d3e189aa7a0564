import { Writable } from 'node:stream';

/**
 * Keeps standard output for one protocol, whose stream this is, until the process ends: whatever else the process writes there, a
 * library's `console.log` too, goes to standard error instead, also while it closes. Children are started with pipes and cannot
 * write there at all.
 */
export function guardStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = (...given: unknown[]) => Reflect.apply(stderr.write, stderr, given);
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      write(chunk, (error) => done(error ?? null));
    },
  });
}

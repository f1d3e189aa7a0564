import { fstatSync, readFileSync, statSync } from 'node:fs';

/**
 * True when standard output was closed by who started us. Node then opens the null device in its place, for reading and writing,
 * which no shell's `> /dev/null` does; a program that asks for no output may, so this is worth a word and no failure.
 */
export function isThrownAway({ fd, isTTY }: { readonly fd?: number; readonly isTTY?: boolean }): boolean {
  if (fd === undefined || isTTY === true) return false;
  try {
    if (fstatSync(fd).rdev !== statSync('/dev/null').rdev) return false;
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 0o3) === 0o2;
  } catch {
    return false;
  }
}

import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/**
 * Descriptors that whoever started Anneal left open and that every child would inherit, a folder of the host for
 * instance. A spawn puts /dev/null in their place. Empty where there is no /proc.
 */
export function highestInheritedDescriptor(): number {
  let names: string[];
  try {
    names = readdirSync('/proc/self/fdinfo');
  } catch {
    return 2;
  }
  const inherited = names.map(Number).filter((fd) => {
    try {
      const flags = /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
      return (Number.parseInt(flags ?? '0', 8) & closeOnExec) === 0;
    } catch {
      return false;
    }
  });
  return Math.max(2, ...inherited);
}

/** Calls `start` with spawn's `stdio`, extended so that nothing inherited shows through. */
export function withCoveredDescriptors<T>(stdio: readonly ('pipe' | number)[], start: (stdio: ('pipe' | number)[]) => T): T {
  // `ignore` would leave descriptors above 2 as they are.
  const nothing = openSync('/dev/null', 'r+');
  try {
    const spare = Math.max(0, highestInheritedDescriptor() + 1 - stdio.length);
    return start([...stdio, ...Array<number>(spare).fill(nothing)]);
  } finally {
    closeSync(nothing);
  }
}

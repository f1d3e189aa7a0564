import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode } from '../domain/system-error.ts';

/** `host:pid@namespace`: a process number means something only on its host and in its namespace of processes. */
export type ProcessOwner = { readonly name: string; readonly isGone: (owner: string) => boolean };

/** The name under which this process owns runs, and whether another such process has certainly ended. */
export function processOwner(): ProcessOwner {
  const host = hostname();
  const namespace = processNamespace();
  return {
    name: `${host}:${process.pid}@${namespace}`,
    isGone(owner) {
      const [, otherHost, pid, otherNamespace] = /^(.*):(\d+)@(.*)$/.exec(owner) ?? [];
      return otherHost === host && otherNamespace === namespace && hasEnded(Number(pid));
    },
  };
}

function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  } catch {
    return '';
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
  try {
    // A killed process that nobody waited for yet still has its number. The name in parentheses may hold anything.
    const state = /^.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    return state === 'Z' || state === 'X';
  } catch {
    return false;
  }
}

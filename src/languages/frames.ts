import type { Execution } from '../domain/execution.ts';
import type { LimitKind, Observation, Outcome } from '../domain/observation.ts';
import { readValue, readValues } from './observed-value.ts';

const limits: ReadonlySet<string> = new Set<LimitKind>(['wall', 'cpu', 'memory', 'output', 'processes']);

/**
 * Reads what a probe wrote: lines of `NONCE CALL JSON`, each call once, in order. Whatever else is on the channel was
 * written by a candidate, and then nothing on it is believed. A last line without an end was cut by the program's end.
 */
export function readFrames(execution: Execution, calls: number, nonce: string): readonly Observation[] {
  const frames = parseFrames(channelText(execution, nonce), calls, nonce);
  if (frames === 'tampered') {
    return Array.from({ length: calls }, (_, call) => ({
      call,
      outcome: { type: 'missing', reason: 'tampered: something else wrote to the result channel', tampered: true },
    }));
  }
  const reported = frames.length;
  return Array.from({ length: calls }, (_, call) => frames[call] ?? { call, outcome: unreported(execution, call, reported) });
}

/** Addresses of objects differ from run to run and mean nothing. */
const withoutAddresses = (text: string): string =>
  text.replace(/(\bat |\b(?:table|function|thread|userdata|builtin): |\bfile \()0x[0-9a-fA-F]{6,}/g, '$10x0');

/** Where the channel could not be opened a probe writes its lines to standard output, among whatever is printed. */
function channelText(execution: Execution, nonce: string): string {
  const decoder = new TextDecoder();
  const text = decoder.decode(execution.result ?? new Uint8Array());
  if (text !== '') return text;
  const lines = decoder.decode(execution.stdout).split('\n');
  return lines.flatMap((line) => (line.startsWith(`${nonce} `) ? [`${line}\n`] : [])).join('');
}

function parseFrames(text: string, calls: number, nonce: string): readonly Observation[] | 'tampered' {
  const lines = text.split('\n');
  const cut = lines.pop() ?? '';
  if (!cut.startsWith(nonce.slice(0, cut.length))) return 'tampered';
  const frames: Observation[] = [];
  for (const line of lines) {
    // `s`: a value may hold U+2028, which ends no line here.
    const match = /^([0-9a-f]+) (\d+) (\{.*\})$/s.exec(line);
    if (match === null || match[1] !== nonce || Number(match[2]) !== frames.length || frames.length >= calls) return 'tampered';
    const frame = parseFrame(match[3] ?? '', frames.length);
    if (frame === null) return 'tampered';
    frames.push(frame);
  }
  return frames;
}

function parseFrame(text: string, call: number): Observation | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== 'object' || data === null) return null;
  const { outcome, stdout, argumentsAfter } = data as { readonly [key: string]: unknown };
  const read = readOutcome(outcome);
  const after = argumentsAfter === undefined ? undefined : readValues(argumentsAfter);
  if (read === null || after === null || (stdout !== undefined && typeof stdout !== 'string')) return null;
  return {
    call,
    outcome: read,
    ...(stdout === undefined ? {} : { stdout: withoutAddresses(stdout) }),
    ...(after === undefined ? {} : { argumentsAfter: after }),
  };
}

function readOutcome(data: unknown): Outcome | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, value, more, error, message, line, bases, limit, reason } = data as { readonly [key: string]: unknown };
  if (type === 'value') {
    const read = readValue(value);
    const further = more === undefined ? [] : readValues(more);
    if (read === null || further === null) return null;
    return { type, value: read, ...(further.length > 0 ? { more: further } : {}) };
  }
  if (type === 'raised' && typeof error === 'string' && typeof message === 'string') {
    const names = Array.isArray(bases) ? bases.filter((base) => typeof base === 'string') : [];
    return {
      type,
      error,
      message: withoutAddresses(message),
      ...(typeof line === 'number' ? { line } : {}),
      ...(names.length > 0 ? { bases: names } : {}),
    };
  }
  if (type === 'limit' && typeof limit === 'string' && limits.has(limit)) return { type, limit: limit as LimitKind };
  return type === 'missing' && typeof reason === 'string' ? { type, reason } : null;
}

/** The first call without a report is where the program ended; those after it were never reached. */
function unreported(execution: Execution, call: number, reported: number): Outcome {
  const { termination } = execution;
  const ended =
    termination.type === 'limit'
      ? `the ${termination.limit} limit was reached`
      : termination.type === 'exit'
        ? `the program ended with exit code ${termination.code}`
        : termination.type === 'signal'
          ? `the program was ended by ${termination.signal}`
          : `the sandbox could not be set up: ${termination.reason}`;
  if (call === reported && termination.type === 'limit') return { type: 'limit', limit: termination.limit };
  if (call === reported) return { type: 'missing', reason: ended };
  return { type: 'missing', reason: `not reached: ${ended} in call ${reported + 1}` };
}

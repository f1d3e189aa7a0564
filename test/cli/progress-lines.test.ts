import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { startProgress } from '../../src/surfaces/cli/progress-lines.ts';
import { openTerminal } from '../../src/surfaces/cli/terminal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const lines: string[] = [];
  const stream = { write: (text: string) => void lines.push(text.trim()) } as unknown as NodeJS.WriteStream;
  const streams = { stdin: {} as NodeJS.ReadStream, stdout: stream, stderr: stream };
  return { lines, progress: startProgress(openTerminal(streams, {}, 'anneal', {})) };
}
const event = (fact: object): RunEvent => fact as RunEvent;
const candidate = (id: string, rejected: object | null = null) => event({ type: 'candidate-add', id, rejected });

test('what is waited for is said again every five seconds, and sooner when it changed', () => {
  const { lines, progress } = watched();
  progress.say('anneal: opening', 'opening');
  vi.advanceTimersByTime(10_000);
  expect(lines.filter((line) => line.startsWith('opening'))).toHaveLength(2);
  progress.show(event({ type: 'round-start', round: 0, kind: 'sample', samples: 3 }));
  vi.advanceTimersByTime(1000);
  expect(lines.at(-1)).toMatch(/^sampling: 0 of 3 written, 0 run, /);
  progress.show(candidate('c1'));
  vi.advanceTimersByTime(1000);
  expect(lines.at(-1)).toMatch(/^sampling: 1 of 3 written, 0 run, /);
  progress.end();
});

test('samples are counted by the round, without what was there before it', () => {
  const { lines, progress } = watched();
  progress.show(candidate('c1'));
  for (const round of [0, 1]) {
    progress.show(event({ type: 'round-start', round, kind: 'sample', samples: 2 }));
    progress.show(candidate(`c${round + 2}`));
    vi.advanceTimersByTime(1000);
    expect(lines.at(-1)).toMatch(/^sampling: 1 of 2 written, 0 run, /);
  }
  progress.end();
});

test('a rejected program is told of once, and no groups are not counted', () => {
  const { lines, progress } = watched();
  progress.show(candidate('c1', { reason: 'entry-missing', detail: 'f is not defined' }));
  progress.show(event({ type: 'candidate-check', candidate: 'c1', diagnostics: [{ severity: 'error', message: 'f is not defined' }] }));
  progress.show(event({ type: 'selection-end', clusters: [], selected: 'c1', confidence: 0, reason: 'nothing passes' }));
  progress.end();
  expect(lines).toEqual(['c1    rejected, entry-missing: f is not defined', 'selection  c1, confidence 0.00: nothing passes']);
});

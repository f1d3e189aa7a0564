import { describe, expect, test } from 'vitest';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { emptyRunState, fold } from '../../src/domain/run-state.ts';
import { createReplay, indexAt, nextRound } from '../../web/src/run/replay.ts';
import { request } from '../runs/child/tiny-service.ts';

/** A run of three rounds, long enough for states to be kept on the way; a resume in it costs no time. */
function manyEvents(): readonly RunEvent[] {
  const facts: RunFact[] = [
    {
      type: 'run-start',
      request: request(),
      language: 'python',
      model: { backend: 'mock', id: 'm', demo: true },
      sandbox: { level: 'L2', missing: [] },
    },
  ];
  for (let round = 0; round < 3; round += 1) {
    facts.push({ type: 'round-start', round, kind: 'sample', samples: 60, seed: 1 });
    for (let index = 0; index < 60; index += 1) {
      const id = `c${round * 60 + index}`;
      facts.push({ type: 'candidate-add', id, round, sample: index, seed: 1, recipe: 'chat', code: id, rejected: null });
    }
    if (round === 1) facts.push({ type: 'run-resume' });
  }
  return facts.map((fact, index) => ({ ...fact, v: 1, seq: index + 1, at: 1000 + index * 100 + (index > 150 ? 1_000_000 : 0) }));
}

describe('a replay', () => {
  const events = manyEvents();
  const replay = createReplay(events);

  test('is at each place what its facts make it, wherever states were kept', () => {
    expect(replay.stateAt(-1)).toEqual(emptyRunState);
    for (const index of [0, 1, 62, 63, 64, 65, 127, 128, events.length - 1, events.length + 5])
      expect(replay.stateAt(index), String(index)).toEqual(events.slice(0, index + 1).reduce(fold, emptyRunState));
  });

  test('finds the last fact of a moment, and goes from round to round', () => {
    expect(indexAt(replay, -1)).toBe(0);
    for (const index of [0, 1, 70, events.length - 1]) {
      const at = indexAt(replay, replay.times[index] ?? 0);
      expect(replay.times[at]).toBe(replay.times[index]);
      expect(replay.times[at + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(replay.times[index] ?? 0);
    }
    expect(replay.rounds).toEqual([1, 62, 124]);
    expect([nextRound(replay, 0, 1), nextRound(replay, 62, 1), nextRound(replay, 130, 1)]).toEqual([1, 124, events.length - 1]);
    expect([nextRound(replay, 130, -1), nextRound(replay, 62, -1), nextRound(replay, 1, -1)]).toEqual([124, 1, 0]);
  });

  test('never goes back in time', () => {
    expect(replay.times.every((time, index) => time >= (replay.times[index - 1] ?? 0))).toBe(true);
  });
});

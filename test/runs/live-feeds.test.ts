import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { createLiveFeeds } from '../../src/runs/live-feeds.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const fact = (seq: number): RunEvent => ({ v: 1, seq, at: seq, type: 'warning', warning: { feature: 'step', detail: '' } });

test('a crowd is woken in turns, so that other work gets between, and every reader once for each fact', async () => {
  const feeds = createLiveFeeds();
  const crowd = Array.from({ length: 1000 }, () => feeds.watch('r'));
  let woken = 0;
  const follow = async (watcher: (typeof crowd)[number], facts: number): Promise<void> => {
    for (let seen = 0; seen < facts; ) {
      watcher.look();
      seen += watcher.factsAfter(seen).length;
      if (seen >= facts) return;
      await watcher.news();
      woken += 1;
    }
  };
  const following = Promise.all(crowd.map((watcher) => follow(watcher, 2)));
  const bursts: number[] = [];
  for (const seq of [1, 2]) {
    feeds.announce('r', [fact(seq)]);
    for (let before = -1; before !== woken; ) {
      before = woken;
      await turn();
      bursts.push(woken - before);
    }
  }
  await following;
  expect(woken).toBe(2000);
  expect(Math.max(...bursts)).toBeLessThanOrEqual(128);
  for (const watcher of crowd) watcher.close();
});

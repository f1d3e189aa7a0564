import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { abortableSleep } from '../../src/models/abortable-sleep.ts';
import { runSamples } from '../../src/models/run-samples.ts';

test('many samples may wait for the same abort without a warning of Node', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => {
    warnings.push(name);
  };
  process.on('warning', note);
  try {
    const parts = runSamples(
      40,
      async (sample, emit, signal) => {
        await abortableSleep(1, signal);
        emit({ type: 'text-delta', sample, offset: 0, text: 'x' });
      },
      undefined,
    );
    let count = 0;
    for await (const _part of parts) count += 1;
    expect(count).toBe(40);
    await sleep(1);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', note);
  }
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const bin = new URL('../../bin/anneal.js', import.meta.url).pathname;

test('bench serve: no run is lost, every reader gets every fact in order, and nothing is left running', async () => {
  const { stdout } = await run(process.execPath, [bin, 'bench', 'serve', '--runs', '20', '--readers', '30', '--json', '--quiet']);
  const report = JSON.parse(stdout) as Record<string, number>;
  expect(report).toMatchObject({ runs: 20, lost: 0, readers: 30, stoppedReaders: 3, wrongReaders: 0, soak: [] });
  expect(report.facts).toBeGreaterThan(64);
  for (const name of ['cpuMsPerRequest', 'p95PromiseMs', 'p95RunMs', 'stallMs', 'rssMb']) expect(report[name]).toBeGreaterThanOrEqual(0);
});

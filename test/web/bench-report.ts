import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A report of `bench tasks` among those of a service whose home this is. */
export async function storeReport(home: string): Promise<void> {
  const id = '20261130T120000-tasks-0001';
  const figure = (pass1: number) => ({ pass1, ci: [pass1 - 0.1, pass1 + 0.1] });
  const rows = Array.from({ length: 40 }, (_none, index) => ({
    ...{ id: `task-${index}`, language: 'python', status: 'success', confidence: (index % 10) / 10 + 0.05, right: index % 10 > 3 },
    ...{ candidates: 10, rightCandidates: index % 11, greedyRight: false, tokens: 900, seconds: 3, error: null },
  }));
  const report = {
    ...{ tasks: 40, model: 'm', random: figure(0.45), greedy: figure(0.5), selected: figure(0.625), oracle: figure(0.8) },
    ...{ difference: { value: 0.175, ci: [0.08, 0.27] }, rows },
  };
  await mkdir(join(home, 'data', 'bench'), { recursive: true });
  const stored = { v: 1, id, kind: 'tasks', title: 'tasks.jsonl', at: Date.UTC(2026, 10, 30, 12), model: 'm', report };
  await writeFile(join(home, 'data', 'bench', `${id}.json`), JSON.stringify(stored));
}

import { describe, expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { emptyRunState, fold, type RunState } from '../../src/domain/run-state.ts';
import type { Test } from '../../src/domain/test.ts';
import { choosePalette } from '../../src/surfaces/cli/live/palette.ts';
import { renderLiveView } from '../../src/surfaces/cli/live/render-live-view.ts';
import { clip, widthOf } from '../../src/surfaces/cli/live/text-width.ts';

const bare = choosePalette({ LANG: 'C.UTF-8' }, false);
const startedAt = 1_000_000;

function stateOf(facts: readonly RunFact[]): RunState {
  return facts.reduce(
    (state, fact, index) => fold(state, { ...fact, v: 1, seq: index + 1, at: startedAt + index * 100 } as RunEvent),
    emptyRunState,
  );
}

const start: RunFact = {
  type: 'run-start',
  request: runRequestSchema.parse({ task: 'f', candidates: 3, maxRounds: 2 }),
  language: 'python',
  model: { backend: 'mock', id: 'mock:m', demo: true },
  sandbox: { level: 'L2', missing: ['cgroup'] },
};
const contract: RunFact = {
  type: 'contract-end',
  contract: { language: 'python', entry: { kind: 'function', name: 'f', parameters: [] } },
  signature: 'def f(x)',
  source: 'signature',
};
const testOf = (id: number, expression: string, more: Partial<Test>): Test => ({
  id: `t${id}`,
  call: { type: 'expression', expression },
  expected: { type: 'unknown' },
  origin: 'fuzz',
  votes: 0,
  ...more,
});
const int = (value: number) => ({ type: 'int', value: String(value) }) as const;
const gives = (call: number, value: number): Observation => ({ call, outcome: { type: 'value', value: int(value) } });
const raises = (call: number): Observation => ({ call, outcome: { type: 'raised', error: 'ValueError', message: 'no' } });
const stops = (call: number): Observation => ({ call, outcome: { type: 'limit', limit: 'cpu' } });

const tests: RunFact[] = [
  {
    type: 'tests-add',
    tests: [
      testOf(1, 'f(1)', { expected: { type: 'value', source: '1' }, origin: 'user', votes: 1 }),
      testOf(2, 'f(2)', { expected: { type: 'value', source: '4' }, origin: 'generated', votes: 2 }),
      testOf(3, 'f(3)', {}),
    ],
  },
  {
    type: 'tests-evaluate',
    expectations: [
      { test: 't1', expected: { type: 'value', value: int(1) } },
      { test: 't2', expected: { type: 'value', value: int(4) } },
    ],
  },
  { type: 'tests-end', lock: 'aa', stubPasses: [] },
];
const candidate = (id: number, observations: readonly Observation[] | null, more: object = {}): RunFact[] => [
  {
    type: 'candidate-add',
    ...{ id: `c${id}`, round: 0, sample: id, seed: id, recipe: 'chat', code: `p${id}`, rejected: null },
    ...more,
  },
  ...(observations === null
    ? []
    : [
        {
          type: 'candidate-observe',
          ...{ candidate: `c${id}`, repeat: false, cpuSeconds: 1, observations, termination: { type: 'exit', code: 0 } },
          ...{ integrity: 'oracle-outside', level: 'L2', sandboxMs: 5 },
        } as RunFact,
      ]),
];
const round: RunFact = { type: 'round-start', round: 0, kind: 'sample', samples: 6, seed: 1 };
const observed: RunFact[] = [
  ...candidate(1, [gives(0, 1), gives(1, 4), gives(2, 9)]),
  ...candidate(2, [gives(0, 1), gives(1, 4), raises(2)]),
  ...candidate(3, [gives(0, 7), gives(1, 5), gives(2, 9)]),
  ...candidate(4, [raises(0), stops(1), stops(2)]),
  ...candidate(5, null, { code: null, rejected: { reason: 'syntax', detail: 'x' } }),
  ...candidate(6, null),
];
const selected: RunFact = {
  type: 'selection-end',
  ...{ round: 0, selected: 'c1', confidence: 0.7, verdict: 'unsure', reason: 'two behaviours' },
  clusters: [
    { id: 1, posterior: 0.7, members: ['c1'], weight: 1 },
    { id: 2, posterior: 0.3, members: ['c2'], weight: 1 },
  ],
};
const running = stateOf([start, contract, ...tests, round, ...observed]);
const done = stateOf([start, contract, ...tests, round, ...observed, { type: 'round-end', round: 0, stopped: 'all-samples' }, selected]);
const view = (state: RunState, columns = 80, rows = 40) => renderLiveView(state, { columns, rows }, startedAt + 5000, bare);

describe('the live view', () => {
  test('shows what each program did on each call: met, broken, broken by an error, limit, which answer', () => {
    const rows = view(running);
    const row = (id: string) => rows.find((line) => line.trimStart().startsWith(id))?.trim();
    expect(row('c1')).toBe('c1     ✓ ● ●');
    expect(row('c2')).toBe('c2     ✓ ● △');
    expect(row('c3')).toBe('c3     ✕ ▲ ●');
    expect(row('c4')).toBe('c4     ! ⧗ ⧗');
    expect(row('c5')).toBe('c5     not run: syntax');
    expect(row('c6')).toBe('c6     · · ·');
    expect(row('tests')).toBe('tests    ● ●');
  });

  test('says where the run stands, how long it has taken, what it spent and that it is a demo', () => {
    const [sentence, meta] = view(running);
    expect(sentence).toBe('Round 1 of 2, writing programs. 6 of 6 written, 5 run');
    expect(meta).toBe('5.0 s · 0 tokens · mock:m, DEMO: scripted · sandbox L2 without cgroup');
  });

  test('says the number of a round past those that were planned alone', () => {
    const last: RunFact = { type: 'round-start', round: 2, kind: 'repair', samples: 4, seed: 2, parent: 'c1' };
    const ended: RunFact = { type: 'round-end', round: 0, stopped: 'all-samples' };
    const [sentence] = view(stateOf([start, contract, ...tests, round, ...observed, ended, selected, last]));
    expect(sentence).toMatch(/^Round 3, repairing c1\./);
  });

  test('shows groups with their posterior, the chosen program, and the calls that tell groups apart', () => {
    const text = view(done).join('\n');
    expect(text).toMatch(/^▸ c1 +✓ ● ● +70 %$/m);
    expect(text).toMatch(/^● 0\.70 █+░*┊░* {2}1 program {2}c1$/m);
    expect(text).toMatch(/^▲ 0\.30 /m);
    expect(text).toMatch(/^c {2}f\(3\) {2}● 9 {2}△ raises ValueError: no$/m);
  });

  test('the order of rows changes at a selection only', () => {
    const order = (state: RunState) => view(state).flatMap((line) => /^[▸ ] (c\d)/.exec(line)?.[1] ?? []);
    expect(order(running)).toEqual(['c1', 'c2', 'c3', 'c4', 'c6', 'c5']);
    expect(order(done).slice(0, 2)).toEqual(['c1', 'c2']);
  });

  test('a later statement of the tests is not needed: equal programs fold into one row', () => {
    const many = stateOf([
      ...[start, contract, ...tests, round],
      ...Array.from({ length: 40 }, (_, index) => candidate(index + 1, [gives(0, 1), gives(1, 4), gives(2, index % 2)])).flat(),
    ]);
    const rows = view(many, 80, 20);
    expect(rows.length).toBeLessThanOrEqual(19);
    expect(rows.filter((line) => /x20/.test(line))).toHaveLength(2);
  });

  test.each([
    [20, 8],
    [24, 8],
    [40, 12],
    [80, 24],
    [200, 60],
  ])('fits a window of %i columns and %i rows', (columns, rows) => {
    const calls = Array.from({ length: 60 }, (_, index) => testOf(index + 1, `f("${'長い'.repeat(20)}", ${index})`, {}));
    const wide = stateOf([
      ...[start, contract, { type: 'tests-add', tests: calls } as RunFact, tests[2] as RunFact, round],
      ...Array.from({ length: 30 }, (_, program) =>
        candidate(
          program + 1,
          calls.map((_call, call) => gives(call, (program * call) % 5)),
        ),
      ).flat(),
      selected,
    ]);
    const lines = view(wide, columns, rows);
    expect(lines.length).toBeLessThan(rows);
    for (const line of lines) expect(widthOf(line)).toBeLessThan(columns);
    if (columns < 200) expect(lines.join('\n')).toMatch(/… \d+ of 60/);
  });

  test('what a program or a model wrote cannot reach the terminal', () => {
    const hostile = '\u001b[2J\u001b]0;title\u0007\u202e\r\n';
    const evil: RunFact[] = [
      { ...start, model: { backend: 'x', id: hostile, demo: false } } as RunFact,
      contract,
      { type: 'tests-add', tests: [testOf(1, `f(${hostile})`, {})] },
      tests[2] as RunFact,
      round,
      ...candidate(1, [{ call: 0, outcome: { type: 'value', value: { type: 'string', value: hostile } } }]),
      ...candidate(2, [{ call: 0, outcome: { type: 'raised', error: hostile, message: hostile } }]),
      ...candidate(3, null, { rejected: { reason: hostile, detail: hostile } }),
      { ...selected, reason: hostile } as RunFact,
      { type: 'run-end', outcome: 'failed', explanation: hostile, error: null, overlapMs: 0 },
    ];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
    for (const line of view(stateOf(evil), 200)) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  test('colour is never the only sign, and each line ends without one', () => {
    const coloured = renderLiveView(done, { columns: 80, rows: 40 }, startedAt, choosePalette({ LANG: 'C.UTF-8' }, true));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences
    const sequence = /\u001b\[([\d;]+)m/g;
    expect(coloured.map((line) => line.replace(sequence, ''))).toEqual(renderLiveView(done, { columns: 80, rows: 40 }, startedAt, bare));
    for (const line of coloured) {
      const on = [...line.matchAll(sequence)].map((match) => match[1] ?? '');
      const opened = on.filter((code) => !['22', '27', '39'].includes(code)).length;
      expect(on.length).toBe(opened * 2);
    }
    expect(coloured.join('')).toContain('\u001b[7m✕');
  });

  test('without UTF-8 the shapes are letters', () => {
    const lines = renderLiveView(done, { columns: 80, rows: 40 }, startedAt, choosePalette({ LC_ALL: 'C' }, false));
    expect(lines.join('\n')).toMatch(/^> c1 +\+ A A/m);
    expect(lines.join('\n')).toMatch(/^ {2}c4 +! t t/m);
  });
});

describe('widths', () => {
  test.each([
    ['abc', 3],
    ['長い', 4],
    ['e\u0301', 1],
    ['✓●', 2],
  ])('%s takes %i columns', (text, columns) => expect(widthOf(text)).toBe(columns));

  test('clip never ends in half a character', () => {
    expect(clip('長い名前', 6)).toBe('長い…');
    expect(clip('abcdef', 4)).toBe('abc…');
    expect(clip('abc', 3)).toBe('abc');
  });
});

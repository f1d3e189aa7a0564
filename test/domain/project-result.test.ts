import { describe, expect, it } from 'vitest';
import { projectResult } from '../../src/domain/project-result.ts';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { type RunResult, runResultSchema } from '../../src/domain/run-result.ts';
import { emptyRunState, fold } from '../../src/domain/run-state.ts';
import { say, warned } from '../../src/domain/said.ts';
import type { Test } from '../../src/domain/test.ts';
import type { Value } from '../../src/domain/value.ts';

const formatValue = (value: Value): string => ('value' in value ? String(value.value) : value.type);

/** The result of these facts, checked against the schema; each fact takes ten milliseconds. */
function project(facts: readonly RunFact[]): RunResult {
  const events = facts.map((fact, index): RunEvent => ({ ...fact, v: 1, seq: index + 1, at: 1_000 + 10 * index }));
  return runResultSchema.parse(projectResult('r1', events.reduce(fold, emptyRunState), formatValue));
}

const start: RunFact = {
  type: 'run-start',
  request: runRequestSchema.parse({ task: 'Double it' }),
  language: 'python',
  model: { backend: 'scripted', id: 'm', demo: false },
  sandbox: { level: 'L2', missing: ['cgroup'] },
};
const contract: RunFact = {
  type: 'contract-end',
  contract: { language: 'python', entry: { kind: 'function', name: 'f', parameters: [{ name: 'n' }] } },
  signature: 'def f(n)',
  source: 'signature',
};
const expression = (id: string, source: string, expected: Test['expected'], origin: Test['origin'] = 'user'): Test => ({
  id,
  call: { type: 'expression', expression: source },
  expected,
  origin,
  votes: 1,
});
const tests: RunFact = {
  type: 'tests-add',
  tests: [
    expression('t1', 'f(2)', { type: 'value', source: '2 * 2' }),
    expression('t2', 'f("")', { type: 'raises', error: 'TypeError' }),
    expression('t3', 'f(9)', { type: 'unknown' }, 'fuzz'),
    expression('t4', 'f(5)', { type: 'value', source: 'wrong(' }, 'generated'),
    expression('t5', 'f(7)', { type: 'value', source: '0' }, 'prose'),
  ],
};
const evaluated: RunFact = {
  type: 'tests-evaluate',
  expectations: [
    { test: 't1', expected: { type: 'value', value: { type: 'int', value: '4' } } },
    { test: 't4', expected: { type: 'invalid', reason: 'syntax' } },
    { test: 't5', expected: { type: 'value', value: { type: 'int', value: '0' } } },
  ],
};
const retracted: RunFact = { type: 'tests-retract', tests: ['t5'], reason: 'the user said so' };
const candidate = (id: string, more: Partial<Extract<RunFact, { type: 'candidate-add' }>> = {}): RunFact => ({
  type: 'candidate-add',
  id,
  round: 0,
  sample: 0,
  seed: 1,
  recipe: 'chat',
  code: `# ${id}`,
  rejected: null,
  ...more,
});
type Observe = Extract<RunFact, { type: 'candidate-observe' }>;
const observe = (id: string, observations: Observe['observations'], more: Partial<Observe> = {}): RunFact => ({
  type: 'candidate-observe',
  candidate: id,
  repeat: false,
  cpuSeconds: 5,
  observations,
  termination: { type: 'exit', code: 0 },
  integrity: 'oracle-outside',
  level: 'L2',
  sandboxMs: 7,
  ...more,
});
const int = (call: number, value: string): Observe['observations'][number] => ({
  call,
  outcome: { type: 'value', value: { type: 'int', value } },
});
const raised = (call: number, error: string, message = ''): Observe['observations'][number] => ({
  call,
  outcome: { type: 'raised', error, message },
});
const selection = (selected: string | null, verdict: 'success' | 'unsure' | 'none'): RunFact => ({
  type: 'selection-end',
  round: 0,
  clusters: [{ id: 1, posterior: 0.9, members: ['c1'], weight: 2 }],
  selected,
  confidence: 0.9,
  verdict,
  reason: 'agreement',
});
const end = (
  outcome: 'success' | 'unsure' | 'failed' | 'cancelled',
  error: Extract<RunFact, { type: 'run-end' }>['error'] = null,
): RunFact => ({
  type: 'run-end',
  outcome,
  explanation: 'Because.',
  error,
  overlapMs: 3,
});

const good = [candidate('c1'), observe('c1', [int(0, '4'), raised(1, 'TypeError', 'no'), int(2, '18'), int(3, '10')])];
const before = [start, contract, tests, evaluated, retracted];

describe('the result of a run', () => {
  it('hands out the selected program with its evidence', () => {
    const result = project([...before, ...good, selection('c1', 'success'), end('success')]);
    expect(result).toMatchObject({
      runId: 'r1',
      state: 'done',
      status: 'success',
      entry: { kind: 'function', name: 'f', signature: 'def f(n)' },
      code: '# c1',
      explanation: 'Because.',
      confidence: 0.9,
      calibrated: false,
      sandbox: { level: 'L2', missing: ['cgroup'] },
      timing: { totalMs: 80, sandboxMs: 7, overlapMs: 3 },
      evidence: { selected: 'c1', clusters: [{ id: 1, posterior: 0.9, members: 1 }], integrity: 'oracle-outside' },
    });
    expect(result.evidence.tests).toEqual([
      { call: 'f(2)', expected: '2 * 2', origin: 'user', votes: 1, observed: '4', passed: true },
      { call: 'f("")', expected: 'raises TypeError', origin: 'user', votes: 1, observed: 'raises TypeError: no', passed: true },
      { call: 'f(9)', expected: 'unknown', origin: 'fuzz', votes: 1, observed: '18', passed: null },
      { call: 'f(5)', expected: 'wrong(', origin: 'generated', votes: 1, observed: '10', passed: null },
    ]);
    expect(result.evidence.candidates).toEqual([{ id: 'c1', round: 0, passed: 2, total: 2, cluster: 1, rejected: null, diagnostic: null }]);
  });

  it('keeps what a warning says beside its sentence, for whoever words it in another language', () => {
    const warning = warned('generated-tests', say('tests-not-asked', { percent: 3 }));
    const older = { feature: 'model', detail: 'as an older version stored it' };
    const facts: RunFact[] = [
      { type: 'warning', warning },
      { type: 'warning', warning: older },
    ];
    expect(project([...before, ...facts, ...good, selection('c1', 'success'), end('success')]).warnings).toEqual([warning, older]);
  });

  it('says of each candidate what went wrong first', () => {
    const diagnostics = [{ severity: 'error', rule: 'syntax', message: 'unexpected indent', line: 3 }] as const;
    const { candidates } = project([
      ...before,
      ...good,
      candidate('c2', { code: null, rejected: { reason: 'no-code', detail: 'only prose\nand more' } }),
      candidate('c3'),
      { type: 'candidate-check', candidate: 'c3', diagnostics },
      candidate('c4'),
      observe('c4', [int(0, '5'), raised(1, 'TypeError')]),
      candidate('c5'),
      observe('c5', [raised(0, 'NameError', 'x')], { stderr: 'Traceback\nNameError: name x is not defined\n' }),
      candidate('c6'),
      observe('c6', [{ call: 0, outcome: { type: 'limit', limit: 'wall' } }], { termination: { type: 'limit', limit: 'wall' } }),
      candidate('c7', { duplicateOf: 'c1' }),
      selection('c1', 'success'),
      end('success'),
    ]).evidence;
    expect(candidates.map(({ id, passed, total, cluster, diagnostic }) => [id, `${passed}/${total}`, cluster, diagnostic])).toEqual([
      ['c1', '2/2', 1, null],
      ['c2', '0/2', null, 'no-code: only prose'],
      ['c3', '0/2', null, 'line 3: unexpected indent'],
      ['c4', '1/2', null, 'f(2): 5, expected 2 * 2'],
      ['c5', '0/2', null, 'f(2): raises NameError: x, expected 2 * 2 (stderr: NameError: name x is not defined)'],
      ['c6', '0/2', null, 'f(2): stopped at its wall limit, expected 2 * 2'],
      ['c7', '2/2', 1, null],
    ]);
    expect(candidates.find(({ id }) => id === 'c2')?.rejected).toBe('no-code');
  });

  it('keeps the best program of a run that failed, and gives none for one that was cancelled', () => {
    const error = { code: 'model-crashed', message: 'gone', hint: 'again', retryable: true } as const;
    expect(project([...before, ...good, selection('c1', 'none'), end('failed', error)])).toMatchObject({
      status: 'failed',
      code: '# c1',
      error,
    });
    expect(project([...before, ...good, selection('c1', 'unsure'), end('unsure')])).toMatchObject({ status: 'unsure', code: '# c1' });
    expect(project([...before, ...good, selection('c1', 'none'), end('cancelled')])).toMatchObject({ status: 'cancelled', code: null });
    expect(project([...before, ...good, selection(null, 'none'), end('failed')])).toMatchObject({ status: 'failed', code: null });
  });

  it('is a question while the run waits', () => {
    const options = [{ id: 'A', value: '4', support: 0.6 }];
    const result = project([
      ...before,
      ...good,
      { type: 'question-ask', question: { id: 'q', text: 'Which?', call: 'f(2)', callIndex: 0, options } },
    ]);
    expect(result).toMatchObject({ state: 'waiting', status: 'clarify', code: null, question: { text: 'Which?', call: 'f(2)', options } });
    expect(project([start, end('success')]).question).toBeNull();
  });

  it('is failed, with the state that says why, before the end', () => {
    expect(project([...before, ...good, selection('c1', 'success')])).toMatchObject({
      state: 'running',
      status: 'failed',
      code: null,
      error: null,
    });
    expect(project([])).toMatchObject({ state: 'queued', status: 'failed', entry: null });
  });

  it('shows programs and contexts as they are typed', () => {
    const io: RunFact = {
      type: 'tests-add',
      tests: [
        {
          id: 't1',
          call: { type: 'program', stdin: '1\n', args: [] },
          expected: { type: 'stdout', text: '2\n' },
          origin: 'user',
          votes: 1,
        },
        { id: 't2', call: { type: 'context', context: { a: 1 } }, expected: { type: 'json', value: [1] }, origin: 'user', votes: 1 },
      ],
    };
    const printed = { ...int(0, '0'), stdout: '3\n' };
    const result = project([start, io, candidate('c1'), observe('c1', [printed]), selection('c1', 'none'), end('failed')]);
    expect(result.evidence.tests).toMatchObject([
      { call: 'stdin: "1\\n"', expected: '"2\\n"', observed: '"3\\n"', passed: false },
      { call: '{"a":1}', expected: '[1]', observed: null, passed: false },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/domain/observation.ts';
import { emptyRunState, type RunState } from '../../src/domain/run-state.ts';
import type { Expected, Test } from '../../src/domain/test.ts';
import type { Value } from '../../src/domain/value.ts';
import { judgeObservation } from '../../src/domain/verdict.ts';

const six: Value = { type: 'int', value: '6' };

function verdict(
  expected: Expected,
  outcome: Outcome | undefined,
  options: { readonly stdout?: string; readonly state?: Partial<RunState> } = {},
) {
  const made: Test = { id: 't1', call: { type: 'expression', expression: 'f(3)' }, expected, origin: 'user', votes: 1 };
  const state = { ...emptyRunState, expectations: new Map([['t1', { type: 'value', value: six }]] as const), ...options.state };
  const stdout = options.stdout === undefined ? {} : { stdout: options.stdout };
  return judgeObservation(outcome === undefined ? undefined : { call: 0, outcome, ...stdout }, made, state);
}

const value = (inner: Value): Outcome => ({ type: 'value', value: inner });
const raised: Outcome = { type: 'raised', error: 'JSONDecodeError', message: 'Expecting value', bases: ['ValueError', 'Exception'] };

describe('a verdict', () => {
  const source: Expected = { type: 'value', source: '6' };
  test.each<[string, string, Expected, Outcome | undefined]>([
    ['the expected value passes', 'passed', source, value({ type: 'float', value: '6.0' })],
    ['another value fails', 'failed', source, value({ type: 'int', value: '7' })],
    ['raising is no value', 'failed', source, raised],
    ['a limit is no value', 'failed', source, { type: 'limit', limit: 'cpu' }],
    ['no observation is missing', 'missing', source, undefined],
    ['a lost result is missing', 'missing', source, { type: 'missing', reason: 'not reached' }],
    ['an expected class passes', 'passed', { type: 'raises', error: 'JSONDecodeError' }, raised],
    ['a base class passes', 'passed', { type: 'raises', error: 'ValueError' }, raised],
    ['another class fails', 'failed', { type: 'raises', error: 'KeyError' }, raised],
    ['any error passes where none is named', 'passed', { type: 'raises' }, raised],
    ['a text of the message names a Lua error', 'passed', { type: 'raises', error: 'Expecting' }, raised],
    ['a value does not raise', 'failed', { type: 'raises' }, value(six)],
    ['no expectation is unknown', 'unknown', { type: 'unknown' }, value(six)],
    ['JSON is compared as a value', 'passed', { type: 'json', value: [6] }, value({ type: 'list', items: [six] })],
  ])('%s', (_rule, expectedVerdict, expected, outcome) => {
    expect(verdict(expected, outcome)).toBe(expectedVerdict);
  });

  test('printed text passes whatever white space ends its lines', () => {
    expect(verdict({ type: 'stdout', text: '7\n' }, value({ type: 'string', value: '7' }), { stdout: '7 \n\n' })).toBe('passed');
    expect(verdict({ type: 'stdout', text: '7\n' }, value({ type: 'string', value: '8' }), { stdout: '8' })).toBe('failed');
  });

  test('a retracted test, or one whose source does not evaluate, is invalid', () => {
    expect(verdict(source, value(six), { state: { retracted: new Set(['t1']) } })).toBe('invalid');
    expect(verdict(source, value(six), { state: { expectations: new Map([['t1', { type: 'invalid', reason: 'NameError' }]]) } })).toBe(
      'invalid',
    );
  });
});

import type { Observation } from './observation.ts';
import type { Call, Expected, SuiteCall } from './test.ts';
import type { Value } from './value.ts';

/** Writes a value in the run's language. */
export type FormatValue = (value: Value) => string;

/** A call as a person would type it. */
export function describeCall(call: Call | SuiteCall): string {
  switch (call.type) {
    case 'expression':
      return call.setup === undefined ? call.expression : `${call.setup}; ${call.expression}`;
    case 'program':
      return [`stdin: ${JSON.stringify(call.stdin)}`, ...(call.args.length === 0 ? [] : [`args: ${JSON.stringify(call.args)}`])].join(', ');
    case 'context':
      return JSON.stringify(call.context);
    case 'test':
      return call.id;
  }
}

/** An expectation as a person would type it: source text stays as it was written. */
export function describeExpected(expected: Expected): string {
  switch (expected.type) {
    case 'value':
      return expected.source;
    case 'raises':
      return expected.error === undefined ? 'raises' : `raises ${expected.error}`;
    case 'stdout':
      return JSON.stringify(expected.text);
    case 'json':
      return JSON.stringify(expected.value);
    case 'passes':
      return 'passes';
    case 'unknown':
      return 'unknown';
  }
}

/** What was observed, in the same form as the expectation beside it. */
export function describeObservation({ outcome, stdout }: Observation, expected: Expected, formatValue: FormatValue): string {
  switch (outcome.type) {
    case 'value':
      if (expected.type === 'passes') return 'passes';
      return expected.type === 'stdout'
        ? JSON.stringify(stdout ?? '')
        : [outcome.value, ...(outcome.more ?? [])].map(formatValue).join(', ');
    case 'raised':
      if (expected.type === 'passes') return outcome.message;
      return outcome.message === '' ? `raises ${outcome.error}` : `raises ${outcome.error}: ${outcome.message}`;
    case 'limit':
      return `stopped at its ${outcome.limit} limit`;
    case 'missing':
      return `no result: ${outcome.reason}`;
  }
}

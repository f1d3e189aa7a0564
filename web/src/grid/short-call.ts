import { describeCall } from '../../../src/domain/describe-evidence.ts';
import type { RunState } from '../../../src/domain/run-state.ts';

/** A call as it is typed. */
export function callText(state: RunState, call: number): string {
  const known = state.calls[call];
  return known === undefined ? '' : describeCall(known);
}

/** The same without the name that all calls begin with, for the head of a column. */
export function shortCall(state: RunState, call: number): string {
  const text = callText(state, call);
  const name = state.contract?.entry.kind === 'function' ? state.contract.entry.name : null;
  return name !== null && text.startsWith(`${name}(`) && text.endsWith(')') ? text.slice(name.length + 1, -1) : text;
}

import { valueKey } from '../domain/behaviour-key.ts';
import type { Value } from '../domain/value.ts';

/** The values without repetitions, by the relation *same behaviour*; the first of equal ones stays. */
export function distinctValues(values: readonly Value[]): readonly Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) {
    const key = valueKey(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}

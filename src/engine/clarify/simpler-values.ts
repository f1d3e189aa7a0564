import type { Value } from '../../domain/value.ts';
import { distinctValues } from '../distinct-values.ts';

/**
 * Values of the same type that are simpler than this one, boldest first: empty, one half, one part less, simpler parts. Always
 * finite, and every chain of simplifications ends.
 */
export function simplerValues(value: Value): readonly Value[] {
  switch (value.type) {
    case 'int': {
      const number = BigInt(value.value);
      const steps = [0n, 1n, 2n, number / 10n, number / 2n, number - (number > 0n ? 1n : -1n)];
      const nearer = steps.filter((step) => abs(step) < abs(number) || (number < 0n && step === -number));
      return [...new Set(nearer)].map((step) => ({ type: 'int', value: step.toString() }));
    }
    case 'float': {
      const number = Number(value.value);
      if (!Number.isFinite(number)) return [];
      const steps = [0, 0.5, 1, 1.5, 2.5, Math.trunc(number), Math.trunc(number) + 0.5].filter(
        (step) => text(step).length < value.value.length || Math.abs(step) < Math.abs(number),
      );
      return [...new Set(steps)].filter((step) => step !== number).map((step) => ({ type: 'float', value: text(step) }));
    }
    case 'string':
      return withoutParts([...value.value]).map((characters) => ({ type: 'string', value: characters.join('') }));
    case 'list':
    case 'tuple':
    case 'set': {
      const shorter: readonly (readonly Value[])[] = withoutParts(value.items);
      const simplerParts = value.items.flatMap((item, index) => simplerValues(item).map((simpler) => value.items.with(index, simpler)));
      return [...shorter, ...simplerParts].map((items) => ({
        type: value.type,
        items: value.type === 'set' ? distinctValues(items) : items,
      }));
    }
    case 'map':
      return withoutParts(value.entries).map((entries) => ({ type: 'map', entries }));
    default:
      return [];
  }
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const text = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Empty, each half, and the whole without one part. */
function withoutParts<T>(parts: readonly T[]): readonly (readonly T[])[] {
  if (parts.length === 0) return [];
  const middle = Math.ceil(parts.length / 2);
  const halves = parts.length > 2 ? [parts.slice(0, middle), parts.slice(middle)] : [];
  return [[], ...halves, ...parts.map((_part, index) => parts.filter((_other, position) => position !== index))];
}

import type { Value } from '../domain/value.ts';

/** A value of the same kind that differs; null where there is none to be trusted. `pick(n)` draws from 0 … n−1. */
export function otherValue(value: Value, pick: (n: number) => number): Value | null {
  switch (value.type) {
    case 'bool':
      return { type: 'bool', value: !value.value };
    case 'int': {
      const own = BigInt(value.value);
      const size = own < 0n ? -own : own;
      // Above and below alike, as far as the sign stays: the smallest or the roundest of several must say nothing.
      const span = size === 0n ? 9n : size < 300n ? size : 300n;
      const down = own === 0n ? 0n : span;
      const drawn = BigInt(pick(Number(down + span)));
      return { type: 'int', value: (own - down + drawn + (drawn >= down ? 1n : 0n)).toString() };
    }
    case 'float': {
      const number = Number(value.value);
      if (!Number.isFinite(number)) return null;
      const moved = number + (1 + pick(9)) * Math.max(0.5, Math.round(Math.abs(number) / 8));
      return { type: 'float', value: Number.isInteger(moved) ? moved.toFixed(1) : String(moved) };
    }
    case 'string':
      return { type: 'string', value: otherText(value.value, pick) };
    case 'list':
    case 'tuple': {
      const { items } = value;
      if (items.length === 0) return { type: value.type, items: [{ type: 'int', value: String(1 + pick(9)) }] };
      const at = pick(items.length);
      const changed = otherValue(items[at] ?? { type: 'null' }, pick);
      return changed === null ? null : { type: value.type, items: items.map((item, index) => (index === at ? changed : item)) };
    }
    case 'map': {
      const { entries } = value;
      const at = pick(Math.max(1, entries.length));
      const entry = entries[at];
      const changed = entry === undefined ? null : otherValue(entry[1], pick);
      if (changed === null) return null;
      return { type: 'map', entries: entries.map((pair, index) => (index === at ? [pair[0], changed] : pair)) };
    }
    case 'empty-table':
      return { type: 'list', items: [{ type: 'int', value: String(1 + pick(9)) }] };
    default:
      return null;
  }
}

function otherText(text: string, pick: (n: number) => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const letter = (not: string): string => {
    const chosen = letters[pick(letters.length)] ?? 'a';
    return chosen === not.toLowerCase() ? (letters[(letters.indexOf(chosen) + 7) % letters.length] ?? 'z') : chosen;
  };
  const characters = [...text];
  if (characters.length === 0) return letter('');
  const at = pick(characters.length);
  characters[at] = letter(characters[at] ?? '');
  return characters.join('');
}

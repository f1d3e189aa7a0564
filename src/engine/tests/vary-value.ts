import { valueKey } from '../../domain/behaviour-key.ts';
import type { Value } from '../../domain/value.ts';
import { distinctValues } from '../distinct-values.ts';

const int = (value: bigint | number): Value => ({ type: 'int', value: value.toString() });
const text = (value: string): Value => ({ type: 'string', value });

function variedInt(value: bigint, negatives: boolean): readonly Value[] {
  // Rules about large numbers (years, amounts) change at round ones.
  const hundred = (value / 100n) * 100n;
  const round = value >= 100n ? [hundred, hundred - 100n] : [];
  const near = [0n, 1n, ...round, 2n, value + 1n, value - 1n, 9n, 2n * value + 1n, 10n];
  const all = negatives ? [...near, -1n, -value] : near.filter((candidate) => candidate >= 0n);
  // Large inputs make slow programs look like wrong ones.
  return all.filter((candidate) => candidate <= 3000n && candidate >= -3000n).map(int);
}

function variedString(value: string): readonly Value[] {
  const characters = [...value];
  const reversed = [...characters].reverse().join('');
  const capitalised = `${characters[0]?.toUpperCase() ?? 'A'}${characters.slice(1).join('')}`;
  return [
    '',
    characters[0] ?? 'a',
    `${value} ${reversed}`,
    capitalised,
    value.toUpperCase(),
    `${value}${value}`,
    reversed,
    `${value}1`,
    'Hello World',
  ].map(text);
}

function variedList(items: readonly Value[], negatives: boolean): readonly (readonly Value[])[] {
  const first = items[0];
  const changed =
    first === undefined
      ? []
      : varyValue(first, negatives)
          .slice(0, 4)
          .map((value) => [value, ...items.slice(1)]);
  return [
    [],
    items.slice(0, 1),
    items.slice(0, 2),
    [...items].reverse(),
    [...items, ...items],
    ...(first === undefined ? [] : [[...items, first]]),
    ...negatedFirst(first, items),
    ...changed,
  ];
}

/** A number below zero among others belongs to what a list may hold, whatever was seen. */
function negatedFirst(first: Value | undefined, items: readonly Value[]): readonly (readonly Value[])[] {
  if ((first?.type !== 'int' && first?.type !== 'float') || !/^[1-9.]/.test(first.value)) return [];
  return [[{ type: first.type, value: `-${first.value}` }, ...items.slice(1)]];
}

/**
 * Values of the same type near a seen one: boundaries, neighbours, reversals, repetitions. Negative numbers only where
 * one was seen, because outside of what was asked even right programs differ.
 */
export function varyValue(value: Value, negatives: boolean): readonly Value[] {
  const varied = ((): readonly Value[] => {
    switch (value.type) {
      case 'bool':
        return [{ type: 'bool', value: !value.value }];
      case 'int':
        return variedInt(BigInt(value.value), negatives);
      case 'float': {
        const number = Number(value.value);
        return Number.isFinite(number)
          ? [0.5, number + 1, number * 2, number / 2].map((next) => ({ type: 'float', value: String(next) }))
          : [];
      }
      case 'string':
        return variedString(value.value);
      case 'list':
      case 'tuple':
        return variedList(value.items, negatives).map((items) => ({ type: value.type, items }));
      case 'set':
        return variedList(value.items, negatives).map((items) => ({ type: 'set', items: distinctValues(items) }));
      case 'map':
        return [[], value.entries.slice(0, 1), value.entries.slice(1)].map((entries) => ({ type: 'map', entries }));
      default:
        return [];
    }
  })();
  const own = valueKey(value);
  return distinctValues(varied).filter((candidate) => valueKey(candidate) !== own);
}

/** Whether a number below zero occurs anywhere in a value. */
export function holdsNegative(value: Value): boolean {
  switch (value.type) {
    case 'int':
    case 'float':
      return value.value.startsWith('-');
    case 'list':
    case 'tuple':
    case 'set':
      return value.items.some(holdsNegative);
    case 'map':
      return value.entries.some(([key, inner]) => holdsNegative(key) || holdsNegative(inner));
    default:
      return false;
  }
}

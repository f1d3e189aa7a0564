import type { Value } from '../domain/value.ts';
import { otherValue } from './other-value.ts';
import { namedChildren, type SyntaxNode } from './syntax-tree.ts';

type Pick = (n: number) => number;

/** Of a test with more places, some are drawn. */
const mostPlaces = 10;

/**
 * Something in a test that can be written so that no right program passes it: another expected value, or the opposite of what is asserted.
 * What is written must be reached whenever all before it holds.
 */
export type TwinPlace = {
  /** The test's id, or what the ids of all tests that it makes look like. */
  readonly test: string | RegExp;
  /** Tests that cannot be told apart have a word in common: they are true in the same version. */
  readonly draw: string;
  readonly start: number;
  readonly end: number;
  readonly write: (pick: Pick) => string;
};

export type Twins = {
  readonly versions: readonly string[];
  /** The version in which a test is true; undefined for one that is the same in all. */
  readonly truthOf: (id: string) => number | undefined;
};

/**
 * Whether what follows a statement may not be reached although nothing failed: `leaves` are types of nodes that end a function, `inner`
 * those that begin another one, `calls` the text of calls that end a test.
 */
export function mayLeave(node: SyntaxNode, form: { readonly leaves: RegExp; readonly inner: RegExp; readonly calls: RegExp }): boolean {
  if (form.leaves.test(node.type)) return true;
  if (form.inner.test(node.type)) return false;
  if (/call/.test(node.type) && form.calls.test(node.text)) return true;
  return namedChildren(node).some((child) => mayLeave(child, form));
}

type Group = { readonly test: string | RegExp; readonly draw: string; readonly places: readonly TwinPlace[] };

/**
 * `count` versions of a test file. Each test is true in one of them, drawn for each test apart, and made to fail in all others. All of
 * these differ in one place of the test, another one in the next `turn`: where all versions differ, none of them stands out. Tests without
 * a place are the same in all. Offsets of places are UTF-16 units. `pick(n)` draws from 0 … n−1. Null when no test can be made to fail.
 */
export function twinsOf(text: string, places: readonly TwinPlace[], count: number, turn: number, pick: Pick): Twins | null {
  const groups = groupsOf(places);
  if (groups.length === 0) return null;
  const draws = new Map<string, number>();
  for (const { draw } of groups) if (!draws.has(draw)) draws.set(draw, pick(count));
  const chosen = groups.flatMap(({ draw, places: own }) => {
    const place = own[own.length > mostPlaces ? pick(own.length) : turn % own.length];
    return place === undefined ? [] : [{ draw, place }];
  });
  const versions = Array.from({ length: count }, (_, version) => {
    const edits = chosen.flatMap(({ draw, place }) => (draws.get(draw) === version ? [] : [place]));
    return edited(text, edits, pick);
  });
  const exact = new Map(groups.flatMap(({ test, draw }) => (typeof test === 'string' ? [[test, draw] as const] : [])));
  const patterns = groups.flatMap(({ test, draw }) => (typeof test === 'string' ? [] : [{ test, draw }]));
  const truthOf = (id: string): number | undefined => draws.get(exact.get(id) ?? patterns.find(({ test }) => test.test(id))?.draw ?? '');
  return { versions, truthOf };
}

/** How many tests are drawn apart, and the most places that one of them has. */
export function twinSizes(places: readonly TwinPlace[]): { readonly draws: number; readonly places: number } {
  const groups = groupsOf(places);
  return {
    draws: new Set(groups.map(({ draw }) => draw)).size,
    places: Math.min(mostPlaces, Math.max(0, ...groups.map((group) => group.places.length))),
  };
}

function groupsOf(places: readonly TwinPlace[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const place of places) {
    const key = `${typeof place.test} ${String(place.test)}`;
    groups.set(key, { test: place.test, draw: place.draw, places: [...(groups.get(key)?.places ?? []), place] });
  }
  return [...groups.values()];
}

function edited(text: string, edits: readonly TwinPlace[], pick: Pick): string {
  let written = '';
  let copied = 0;
  for (const { start, end, write } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < copied) continue;
    written += text.slice(copied, start) + write(pick);
    copied = end;
  }
  return written + text.slice(copied);
}

/** Another value in place of a literal; `otherwise` where its kind has none. */
export function otherLiteral(
  value: Value,
  source: (value: Value) => string | null,
  otherwise: (pick: Pick) => string,
): (pick: Pick) => string {
  return (pick) => {
    const other = otherValue(value, pick);
    return (other === null ? null : source(other)) ?? otherwise(pick);
  };
}

/** Two numbers that differ, for a comparison that never holds. */
export function unequalNumbers(pick: Pick): readonly [number, number] {
  const a = pick(90);
  return [a, a + 1 + pick(9)];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The ids of tests whose title is only partly known: `parts` are texts, and null for what may be anything. A repeated one is numbered. */
export const idPattern = (parts: readonly (string | null)[]): RegExp =>
  new RegExp(`^${parts.map((part) => (part === null ? '[\\s\\S]*' : escaped(part))).join('')}(?: \\(\\d+\\))?$`);

/** The ids of a test that parameters add to, in brackets. */
export const parametrised = (id: string): RegExp => new RegExp(`^${escaped(id)}(?:\\[[\\s\\S]*\\])?$`);

import type { SolvedExample } from '../../ports/language.ts';
import { takeBest } from './take-best.ts';
import { type CallShape, checkShape, kindLikeness, type ValueKind } from './value-shape.ts';

/** The result says more about a program than any one argument. */
const resultWeight = 2;

/**
 * The `count` examples whose checks take and return values like those of `sources`, likest first. A source is an
 * example as a person wrote it, e.g. `f(3) == 6`; without any that can be read, the pool's first. Equal ones stay in order.
 */
export function nearestByShape(sources: readonly string[], pool: readonly SolvedExample[], count: number): readonly SolvedExample[] {
  const wanted = shapesOf(sources);
  return takeBest(
    pool.map((example) => ({ example, score: likeness(wanted, shapesOf(example.checks ?? [])) })),
    count,
  );
}

const shapesOf = (sources: readonly string[]): Merged => merged(sources.map(checkShape).filter((shape) => shape !== null));

/** All kinds seen at each place over several calls. */
type Merged = { readonly parameters: readonly ReadonlySet<ValueKind>[]; readonly result: ReadonlySet<ValueKind> };

function merged(shapes: readonly CallShape[]): Merged {
  const places = Math.max(0, ...shapes.map(({ parameters }) => parameters.length));
  const kindsAt = (place: number): ReadonlySet<ValueKind> =>
    new Set(shapes.map(({ parameters }) => parameters[place]).filter((kind) => kind !== undefined));
  return { parameters: Array.from({ length: places }, (_, place) => kindsAt(place)), result: new Set(shapes.map(({ result }) => result)) };
}

function likeness(wanted: Merged, offered: Merged): number {
  if (wanted.result.size === 0 || offered.result.size === 0) return 0;
  const places = Math.max(wanted.parameters.length, offered.parameters.length);
  let sum = resultWeight * setLikeness(wanted.result, offered.result);
  for (let place = 0; place < places; place += 1) sum += setLikeness(wanted.parameters[place], offered.parameters[place]);
  return sum / (places + resultWeight);
}

/** Mean over the wanted kinds of the likest one offered. */
function setLikeness(wanted: ReadonlySet<ValueKind> | undefined, offered: ReadonlySet<ValueKind> | undefined): number {
  if (wanted === undefined || offered === undefined || wanted.size === 0 || offered.size === 0) return 0;
  const best = [...wanted].map((kind) => Math.max(...[...offered].map((other) => kindLikeness(kind, other))));
  return best.reduce((sum, value) => sum + value, 0) / best.length;
}

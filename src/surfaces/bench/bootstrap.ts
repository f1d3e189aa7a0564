/** A share or mean with its 95 % interval from resampling tasks. */
export type Interval = { readonly value: number; readonly ci: readonly [number, number] };

const resamples = 2000;

/** A small deterministic generator (Lehmer, multiplier 48271), so that a report can be computed again to the digit. */
function* uniform(seed: number): Generator<number, never> {
  const modulus = 2 ** 31 - 1;
  let state = (seed % (modulus - 1)) + 1;
  for (;;) {
    state = (state * 48271) % modulus;
    yield state / modulus;
  }
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean of one figure a task with the percentile bootstrap interval (2,000 resamples of tasks, fixed seed). */
export function bootstrapMean(values: readonly number[]): Interval {
  return { value: mean(values), ci: bootstrapInterval(values, mean) };
}

/** The percentile bootstrap interval of any figure of a sample (2,000 resamples, fixed seed). */
export function bootstrapInterval<T>(items: readonly T[], figure: (sample: readonly T[]) => number): readonly [number, number] {
  if (items.length === 0) return [0, 0];
  const random = uniform(20);
  const figures: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const sample = items.flatMap(() => {
      const at = Math.floor(random.next().value * items.length);
      return items.slice(at, at + 1);
    });
    figures.push(figure(sample));
  }
  figures.sort((a, b) => a - b);
  const at = (share: number): number => figures[Math.min(figures.length - 1, Math.floor(share * figures.length))] ?? 0;
  return [at(0.025), at(0.975)];
}

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
  if (values.length === 0) return { value: 0, ci: [0, 0] };
  const random = uniform(20);
  const means: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random.next().value * values.length)] ?? 0;
    means.push(sum / values.length);
  }
  means.sort((a, b) => a - b);
  const at = (share: number): number => means[Math.min(means.length - 1, Math.floor(share * means.length))] ?? 0;
  return { value: mean(values), ci: [at(0.025), at(0.975)] };
}

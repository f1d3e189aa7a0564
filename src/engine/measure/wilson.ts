/** A share with its 95 % interval. */
export type Interval = { readonly low: number; readonly high: number };

const z = 1.959964;

/** Wilson score interval of a share (Wilson 1927); 0 … 1 without any trial. */
export function wilson(right: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = right / trials;
  const centre = share + (z * z) / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  // At the ends the bound is exact, and rounding must not say otherwise.
  return { low: right === 0 ? 0 : (centre - spread) / scale, high: right === trials ? 1 : (centre + spread) / scale };
}

const modulus = 2 ** 31 - 1;

/** `count` distinct seeds that follow from one, each in 1 … 2^31−2 (the Lehmer generator, multiplier 48271). */
export function seedsFrom(seed: number, count: number): readonly number[] {
  const seeds = new Set<number>();
  let next = (seed % (modulus - 1)) + 1;
  while (seeds.size < count) {
    next = (next * 48271) % modulus;
    seeds.add(next);
  }
  return [...seeds];
}

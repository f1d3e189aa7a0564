/** How settled something is: from 0 (alone, hot) to 4 (agreed, cool). */
export type Temper = 0 | 1 | 2 | 3 | 4;

/** The step of a posterior mass that stands for the same value. */
export function temperOf(mass: number): Temper {
  if (mass >= 0.85) return 4;
  if (mass >= 0.65) return 3;
  if (mass >= 0.45) return 2;
  return mass >= 0.2 ? 1 : 0;
}

/** What is nearly certain is not shown as certain: below 1 nothing reads 1.00 or 100 %. */
const shown = (probability: number): number => (probability < 1 ? Math.min(probability, 0.994) : probability);

/** Two decimals, e.g. `0.97`. */
export const asDecimal = (probability: number): string => shown(probability).toFixed(2);

/** Whole per cent, e.g. `97 %`. */
export const asPercent = (probability: number): string => `${Math.round(shown(probability) * 100)} %`;

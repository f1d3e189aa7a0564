/** What a metered API takes for tokens: US dollars for a million of each. */
export type ModelPrice = {
  readonly promptPerMillion: number;
  readonly completionPerMillion: number;
  /** Where the figures come from: a setting, or the shipped table and its date. */
  readonly source: string;
};

type Tokens = { readonly promptTokens: number; readonly completionTokens: number };

/** US dollars at list price, to a millionth; discounts for repeated prompts are not known here, so this is from above. */
export function costOf({ promptTokens, completionTokens }: Tokens, price: ModelPrice): number {
  const dollars = (promptTokens * price.promptPerMillion + completionTokens * price.completionPerMillion) / 1e6;
  return Math.round(dollars * 1e6) / 1e6;
}

/** `$0.0042`, `$1.30`, `less than $0.0001`. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.0001) return 'less than $0.0001';
  return dollars < 1 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`;
}

/** What a run may cost, in US dollars: at least one round, and at most all of them. */
export type CostEstimate = { readonly least: number; readonly most: number; readonly price: ModelPrice };

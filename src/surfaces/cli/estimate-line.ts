import { type CostEstimate, formatDollars } from '../../domain/model-price.ts';

/** What a run may cost, before it begins. */
export function estimateLine({ least, most, price }: CostEstimate): string {
  const { promptPerMillion, completionPerMillion, source } = price;
  return (
    `estimated cost ${formatDollars(least)} to ${formatDollars(most)} ` +
    `($${promptPerMillion} and $${completionPerMillion} for a million tokens of prompt and answer, ${source})`
  );
}

/** Hundredths of a share, cut off: nothing under a threshold reads as the threshold, and nothing that is nearly certain as certain. */
const hundredths = (share: number): number => (share < 1 ? Math.min(Math.floor(share * 100 + 1e-9), 99) : Math.floor(share * 100));

/** A share as people are shown it, everywhere: in whole hundredths, never more than it is. */
export const shownShare = (share: number): number => hundredths(share) / 100;

/** Two decimals, e.g. `0.97`. */
export const asDecimal = (share: number): string => shownShare(share).toFixed(2);

/** Whole per cent, e.g. `97 %`. */
export const asPercent = (share: number): string => `${hundredths(share)} %`;

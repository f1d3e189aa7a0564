/** A model whose tests are right less often than this has no vote. */
export const leastValidity = 0.2;

/** A measured share with the number of trials behind it. */
export type Measured = { readonly value: number; readonly trials: number };

/** How one model behaves, as measured; the engine reads this and not the documentation. */
export type ModelProfile = {
  /** Recipes that work for this model, best first. */
  readonly recipes: readonly ('chat' | 'chat-prefill-examples' | 'completion-examples')[];
  /** Share of its generated tests that are right: the prior of a test's vote. */
  readonly testValidity: Measured;
  /** False: decisions are at chance, so rules decide. */
  readonly decides: boolean;
  /** False: repair with actual-against-expected gained nothing; buy fresh samples in another context. */
  readonly repairs: boolean;
  /** First cap on a sample's tokens. */
  readonly maxTokens: number;
};

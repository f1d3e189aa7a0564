/**
 * Notices a prompt that the server cut without saying so: older servers ignore `truncate: false`, and some use only a
 * part of `num_ctx`. Compares the tokens that were evaluated with what short prompts of the same model took.
 */
export type PromptCutDetector = {
  /** `estimated`: our count from above; `evaluated`: the server's own. */
  isCut(estimated: number, evaluated: number): boolean;
};

export function createPromptCutDetector(contextTokens: number): PromptCutDetector {
  let leastRatio = Number.POSITIVE_INFINITY;
  return {
    isCut(estimated, evaluated) {
      if (evaluated >= contextTokens) return true;
      // Our estimate is never below the truth, so a prompt this short cannot have been cut.
      if (estimated <= contextTokens / 4) {
        if (evaluated > 0) leastRatio = Math.min(leastRatio, evaluated / estimated);
        return false;
      }
      return Number.isFinite(leastRatio) && evaluated < 0.5 * leastRatio * estimated;
    },
  };
}

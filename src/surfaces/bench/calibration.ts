export type Judged = { readonly confidence: number; readonly right: number };

const bins = 10;

/** Expected calibration error over ten equal-width bins: mean distance of confidence and accuracy, weighted by bin size. */
export function expectedCalibrationError(judged: readonly Judged[]): number {
  let error = 0;
  for (let bin = 0; bin < bins; bin++) {
    const inside = judged.filter(({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === bin);
    if (inside.length === 0) continue;
    const confidence = inside.reduce((sum, item) => sum + item.confidence, 0);
    const right = inside.reduce((sum, item) => sum + item.right, 0);
    error += Math.abs(confidence - right) / judged.length;
  }
  return error;
}

/** Area under the ROC curve: how often a right answer has the higher confidence of the two; ties count half. */
export function areaUnderRoc(judged: readonly Judged[]): number {
  let wins = 0;
  let pairs = 0;
  for (const a of judged) {
    for (const b of judged) {
      const weight = a.right * (1 - b.right);
      if (weight === 0) continue;
      pairs += weight;
      wins += weight * (a.confidence > b.confidence ? 1 : a.confidence === b.confidence ? 0.5 : 0);
    }
  }
  return pairs === 0 ? 0 : wins / pairs;
}

/** The kinds of questions that are decided among given options; records are judged kind by kind. */
export type QuestionKind = 'skill-category' | 'skill-leaf' | 'same-or-different' | 'plan' | 'skill-body';

/**
 * What the likeliest option needs before it is taken; below it the question's cautious option is. A wrong `same` would offer
 * someone else's program, a wrong `different` only costs writing one, so that one asks for more.
 */
export const thresholds: Readonly<Record<QuestionKind, number>> = {
  'skill-category': 0.4,
  'skill-leaf': 0.4,
  'same-or-different': 0.55,
  plan: 0.7,
  // A body's own question: it gets the likeliest option and the probabilities, and judges them itself.
  'skill-body': 0,
};

/** Below this share of label mass the model was about to say something else, and what it thinks of the labels is no evidence. */
export const leastLabelMass = 0.2;

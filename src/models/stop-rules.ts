import type { StopRule } from '../ports/model.ts';

/** Cuts one streamed sample by its stop rules; the pieces that `push` and `flush` return make up the sample's text. */
export type StopMatcher = {
  /** Takes the next text of the stream. `text` is now certain to belong to the sample; after `stopped` push no more. */
  push(text: string): { readonly text: string; readonly stopped: boolean };
  /** The model ended by itself: what was held back because a rule might still have met it. */
  flush(): string;
};

/** `keep`: the sample's length; `decidedAt`: the length of text that met the rule. The rule that is met first wins. */
type Cut = { readonly keep: number; readonly decidedAt: number };

/**
 * Pure and incremental: a rule is met at the same place however the stream is cut into pieces.
 * `precededBy` is the prefill: without a line break at its end the sample's first line continues it and is no line of its own.
 */
export function createStopMatcher(rules: readonly StopRule[], options: { readonly precededBy?: string } = {}): StopMatcher {
  const precededBy = options.precededBy ?? '';
  const finders = rules.map((rule) => createFinder(rule, precededBy));
  // Without rules nothing is held back, and nothing has to be kept.
  if (finders.length === 0) return { push: (piece) => ({ text: piece, stopped: false }), flush: () => '' };
  let text = '';
  let emitted = 0;
  let stopped = false;
  return {
    push(piece) {
      if (stopped) return { text: '', stopped: true };
      text += piece;
      let cut: Cut | null = null;
      let certain = text.length;
      for (const find of finders) {
        const found = find(text);
        if (found.cut !== null && (cut === null || isEarlier(found.cut, cut))) cut = found.cut;
        certain = Math.min(certain, found.certain);
      }
      stopped = cut !== null;
      const end = Math.max(emitted, cut === null ? certain : cut.keep);
      const out = text.slice(emitted, end);
      emitted = end;
      return { text: out, stopped };
    },
    flush() {
      if (stopped) return '';
      stopped = true;
      const out = text.slice(emitted);
      emitted = text.length;
      return out;
    },
  };
}

/** `certain`: the length up to which no later text can put a cut. */
type Finder = (text: string) => { readonly cut: Cut | null; readonly certain: number };

function isEarlier(a: Cut, b: Cut): boolean {
  return a.decidedAt < b.decidedAt || (a.decidedAt === b.decidedAt && a.keep < b.keep);
}

function createFinder(rule: StopRule, precededBy: string): Finder {
  switch (rule.type) {
    case 'text':
      return createTextFinder(rule.text, false);
    case 'after-text':
      return createTextFinder(rule.text, true);
    case 'dedent':
      return createDedentFinder(precededBy);
  }
}

function createTextFinder(wanted: string, keepIt: boolean): Finder {
  if (wanted === '') return (text) => ({ cut: null, certain: text.length });
  let searchedTo = 0;
  return (text) => {
    const at = text.indexOf(wanted, searchedTo);
    if (at >= 0) return { cut: { keep: keepIt ? at + wanted.length : at, decidedAt: at + wanted.length }, certain: text.length };
    searchedTo = Math.max(0, text.length - wanted.length + 1);
    // What is kept anyway need not be held back.
    return { cut: null, certain: keepIt ? text.length : text.length - heldSuffix(text, wanted) };
  };
}

/** Length of the longest end of `text` that is a beginning of `wanted`. */
function heldSuffix(text: string, wanted: string): number {
  for (let length = Math.min(wanted.length - 1, text.length); length > 0; length -= 1) {
    if (wanted.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}

function createDedentFinder(precededBy: string): Finder {
  // Start of the line that is not yet classified; -1 while the first line only continues the prefill.
  let lineStart = precededBy === '' || precededBy.endsWith('\n') ? 0 : -1;
  let scanned = 0;
  let indentedSeen = false;
  return (text) => {
    for (; scanned < text.length; scanned += 1) {
      const character = text[scanned];
      if (character === '\n') lineStart = scanned + 1;
      else if (lineStart >= 0 && character !== ' ' && character !== '\t' && character !== '\r') {
        if (scanned > lineStart) indentedSeen = true;
        else if (indentedSeen) return { cut: { keep: lineStart, decidedAt: scanned + 1 }, certain: text.length };
        lineStart = -1;
      }
    }
    return { cut: null, certain: text.length };
  };
}

type Share = { readonly right: number; readonly trials: number; readonly low: number; readonly high: number };
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const counted = ({ right, trials, low, high }: Share): string =>
  `${right} of ${trials} (${percent(right / Math.max(1, trials))}; 95 % interval ${percent(low)} to ${percent(high)})`;
const rate = (tokens: number): string => (tokens >= 10 ? tokens.toFixed(0) : tokens.toFixed(1));

/** What was measured of a model: what, what was seen, and what Anneal does about it. */
export const findingSayings = {
  'what-chat': 'chat',
  'what-chat-prefill-examples': 'chat with solved examples and a begun answer',
  'what-completion-examples': 'plain text with solved examples',
  'what-tests': 'generated tests',
  'what-decisions': 'decisions',
  'what-context': 'context',
  'what-schema': 'schema',
  'what-thinking': 'thinking',
  'what-n': 'n',
  'what-seeds': 'seeds',
  'what-speed': 'speed',
  'what-time': 'time',
  /** A note of whoever measured, in its own words. */
  'seen-note': ({ note }: { readonly note: string }) => note,
  'seen-nothing': 'not measured',
  'seen-not-offered': 'this backend does not offer it',
  'seen-programs': (share: Share) => `right programs: ${counted(share)}`,
  'form-unused': 'not used',
  'form-used': 'candidates are asked for in this form',
  'form-used-with-others': 'candidates are asked for in this form, and in the others that work with examples',
  'form-used-in-vain': 'used, although no form gave a right program: take another model, or give many examples and candidates (-n 64)',
  'seen-no-tests': ({ replies }: { readonly replies: number }) => `none could be read from ${replies} replies`,
  'seen-right': (share: Share) => `right in ${counted(share)}`,
  'tests-vote': ({ share }: { readonly share: number }) => `they vote, each as one that is right in ${percent(share)} of cases`,
  'tests-unused': 'generated tests are not used: your examples and the agreement of programs decide',
  'seen-decisions': (values: Share & { readonly chance: number }) => `right in ${counted(values)}, chance ${percent(values.chance)}`,
  'seen-no-probabilities': 'no probabilities shown',
  'seen-label-mass': ({ share }: { readonly share: number }) => `label mass ${percent(share)}`,
  'seen-same-letter': ({ share }: { readonly share: number }) => `${percent(share)} of the answers are the same letter`,
  'decides-well': 'good enough to be asked; rules decide where there are any',
  'decides-uncalibrated': 'good enough to be asked, as one vote, because it shows no probabilities; rules decide where there are any',
  'decides-badly': 'not clearly better than chance: plain rules decide',
  'seen-context': ({ declared, read }: { readonly declared: number; readonly read: number }) =>
    `declared ${declared} tokens, read whole up to ${read}`,
  'seen-repeated': ({ at }: { readonly at: number }) => `it repeated a word from the beginning at ${at}`,
  'seen-never-repeated': 'it never repeated a word from the beginning',
  'seen-ended-declared': 'ended because the declared context was reached',
  'seen-ended-time': 'ended because the time was up',
  'seen-ended-silence': 'ended because there was no answer',
  'seen-ended': ({ why }: { readonly why: string }) => `ended because ${why}`,
  'context-cut': 'a prompt that is refused or cut is an error, never a worse answer; keep --context within this',
  'seen-held': (share: Share) => `held in ${counted(share)}`,
  'schema-checked': 'structured answers are checked in any case, whatever a model promises',
  'seen-thinks': 'it thinks aloud in its answers',
  'seen-no-thoughts': 'answers hold no thinking',
  'thinking-cut': 'thinking is cut out before anything is read',
  'nothing-to-do': 'nothing to do',
  'seen-samples': ({ given, asked, distinct }: { readonly given: number; readonly asked: number; readonly distinct: number }) =>
    `${given} of ${asked} samples came, ${distinct} of them different`,
  'samples-many': 'several candidates are asked for at once',
  'samples-alike': 'samples do not differ: more candidates bring nothing',
  'seen-same-text': 'the same seed gives the same text',
  'seen-other-text': 'the same seed gives another text',
  'seeds-repeat': '--seed repeats a run on this machine',
  'seeds-recorded': 'runs are recorded, because --seed does not repeat them',
  'seen-speed': (values: {
    readonly reading: number | null;
    readonly single: number;
    readonly together: number;
    readonly samples: number;
    readonly gain: number;
  }) =>
    `${values.reading === null ? '' : `reads ${rate(values.reading)} tokens/s, `}writes ${rate(values.single)} tokens/s alone, ` +
    `${rate(values.together)} with ${values.samples} samples at once (${values.gain.toFixed(1)} times)`,
  'speed-together': 'samples are asked for together',
  'speed-alone': 'together is hardly faster than one by one here',
  'seen-silence': ({ silent, questions }: { readonly silent: number; readonly questions: number }) =>
    `${silent} of ${questions} questions had no answer in time`,
  'silence-unmeasured': 'they count as not measured; raise --budget-seconds of runs, or take a smaller model',
} as const;

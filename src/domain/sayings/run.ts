import { counted } from '../counted.ts';

/** What the engine says of a run: its plan, and what it has to do without. */
export const runSayings = {
  'plan-describes': 'the request describes what to write',
  'plan-names': 'the request names what to write',
  'plan-revises': 'there is a program to work on',
  'plan-unclear': 'the request does not say what the program must do',
  'plan-unclear-to-model': 'the model finds that the request does not say what the program must do',
  'retract-example': 'a typed example says otherwise',
  'retract-answer': ({ question }: { readonly question: string }) => `overruled by the answer to ${question}`,
  'no-short-question': 'the plausible behaviours differ only in ways that no short question can show',
  'no-signature': 'the model proposed no readable signature; a signature makes a better start (--signature)',
  'tests-not-asked': ({ percent }: { readonly percent: number }) =>
    `tests written by this model are right in about ${percent} % of cases, so none are asked for; your examples decide`,
  'tests-too-slow': 'the model took too long over tests, so the run goes on without them',
  'stub-passes': 'a program without a body passes all examples; give one with another result',
  'no-example': 'no example was given, so only agreement between programs speaks for the answer; add -e "…"',
  'answer-no-value': ({ value, language }: { readonly value: string; readonly language: string }) =>
    `${value} is no ${language} value, so the answer could not become a test`,
  'decides-by-rules': ({ why }: { readonly why: string }) => `${why}: rules decided.`,
  'revision-same': 'the program is the same as before',
  'revision-does-the-same': ({ calls }: { readonly calls: number }) =>
    `the program does the same as before on all ${calls} calls that were tried`,
  'revision-held': ({ tests, several, ruledOut }: { readonly tests: string; readonly several: boolean; readonly ruledOut: number }) =>
    `${tests} still ${several ? 'hold' : 'holds'}${ruledOut === 0 ? '' : ` and ruled out ${counted(ruledOut, 'other program')}`}`,
  'revision-say': ({ example }: { readonly example: string }) =>
    `say with an example what should be different${example === '' ? '' : `: ${example}`}`,
  'resumed-model': ({ now, before }: { readonly now: string; readonly before: string }) => `Resumed with ${now}; it began with ${before}.`,
  'resumed-sandbox': ({ now, before }: { readonly now: string; readonly before: string }) =>
    `Resumed in a sandbox of level ${now}; it began in ${before}.`,
  'types-unchecked': 'types are not checked: the package typescript is not installed (npm install typescript)',
  'skills-not-looked-at': ({ why }: { readonly why: string }) => `no skill was looked at: ${why}`,
  replayed: ({ model }: { readonly model: string }) => `Every reply was taken from a recording of ${model}; no model was asked.`,
  'price-unknown': ({ model }: { readonly model: string }) =>
    `No price of ${model} is known, so costs are not counted; give it as --price PROMPT,ANSWER (US dollars for a million tokens).`,
  'last-check-failed': 'the tests did not pass when they were run once more, so this is no success',
  'prompt-cut': (values: {
    readonly what: string;
    readonly shown: string;
    readonly length: number;
    readonly left: number;
    readonly atLeast: boolean;
  }) =>
    `Prompts show the first ${values.shown} of the ${values.length} characters of the ${values.what}; ${values.left} ` +
    `${values.atLeast ? 'or more ' : ''}are left out. ${cutAdvice[values.what] ?? ''}`,
} as const;

const cutAdvice: Readonly<Record<string, string>> = {
  data: 'Shorten the data to what a program has to know of them.',
  request: 'Shorten the request.',
  program: 'Give the part that is to change, as a file of its own.',
};

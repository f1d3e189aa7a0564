import type { Candidate } from '../../domain/candidate.ts';
import { codeAround } from '../../domain/code-around.ts';
import { describeCall, describeExpected, describeObservation } from '../../domain/describe-evidence.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { judge, observationOf, trustedTests } from '../../domain/verdict.ts';
import type { Language } from '../../ports/language.ts';
import type { Message } from '../../ports/model.ts';
import { type Assignment, chatMessages } from '../prompts/chat-prompt.ts';

/** Most failures that are shown: more distract a model from the first. */
const mostFailures = 4;
const valueCap = 200;

/** Trusted tests that the candidate fails. Only these may ask for a change: they are locked and right by definition. */
export function trustedFailures(state: RunState, candidate: Candidate): readonly Test[] {
  return trustedTests(state).filter((test) => judge(state, candidate, test) !== 'passed');
}

/** What the candidate did against what is expected, one failed trusted test a line. */
export function failureLines(state: RunState, candidate: Candidate, language: Language, most = mostFailures): readonly string[] {
  return trustedFailures(state, candidate)
    .slice(0, most)
    .map((test) => {
      const observation = observationOf(state, candidate, state.callOfTest.get(test.id) ?? -1);
      const observed =
        observation === undefined
          ? 'was not run'
          : describeObservation(observation, test.expected, (value) => language.formatValue(value, valueCap));
      if (test.call.type === 'test') return `test "${test.call.id}" fails: ${observed}`;
      return `${describeCall(test.call)}: expected ${describeExpected(test.expected)}, observed ${observed}`;
    });
}

/** A follow-up turn that shows a candidate, what it did against what is expected, and where it went wrong. */
export function repairMessages(state: RunState, candidate: Candidate, assignment: Assignment, language: Language): readonly Message[] {
  const code = candidate.code ?? '';
  const failures = trustedFailures(state, candidate).slice(0, mostFailures);
  const lines = failureLines(state, candidate, language);
  const failing = failures
    .filter(({ call }) => call.type !== 'test')
    .map((test) => observationOf(state, candidate, state.callOfTest.get(test.id) ?? -1))
    .find((observation) => observation?.outcome.type !== 'value');
  const explained = failing === undefined ? null : language.explainFailure(code, failing, candidate.stderr ?? '');
  const diagnostics = [...candidate.diagnostics, ...(explained === null ? [] : [explained])].map((diagnostic) =>
    describe(diagnostic, code),
  );
  return [
    ...chatMessages(language, assignment),
    { role: 'assistant', content: `\`\`\`${language.fence}\n${code}\n\`\`\`` },
    {
      role: 'user',
      content: [
        'This program was run and is wrong.',
        ...(lines.length > 0 ? ['What it did:', ...lines] : []),
        ...(diagnostics.length > 0 ? ['Found:', ...diagnostics] : []),
        `Find the mistake and answer with the whole corrected program in one fenced ${language.fence} block.`,
      ].join('\n'),
    },
  ];
}

/** What is wrong and what to do about it, then the lines around it. */
function describe({ message, line, hint }: Diagnostic, code: string): string {
  const [what = '', ...shown] = message.split('\n');
  const place = line === undefined ? '' : `line ${line}: `;
  const around = shown.length > 0 || line === undefined ? shown : [codeAround(code, line)];
  return [`${place}${what}${hint === undefined ? '' : ` (${hint})`}`, ...around].join('\n');
}

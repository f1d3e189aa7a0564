import type { Candidate } from '../../domain/candidate.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { judge, observationOf, trustedTests } from '../../domain/verdict.ts';
import type { Language } from '../../ports/language.ts';
import type { Message } from '../../ports/model.ts';
import { type Assignment, chatMessages } from '../prompts/chat-prompt.ts';

/** Most failures that are shown: more distract a model from the first. */
const mostFailures = 4;
const valueCap = 200;

/** What a call is called in prompts and reports. */
export function callText(test: Test): string {
  const { call } = test;
  if (call.type === 'expression') return call.setup === undefined ? call.expression : `${call.setup}; ${call.expression}`;
  if (call.type === 'program')
    return `stdin: ${JSON.stringify(call.stdin)}${call.args.length > 0 ? ` args: ${JSON.stringify(call.args)}` : ''}`;
  return `context: ${JSON.stringify(call.context).slice(0, valueCap)}`;
}

/** The expected side of a test in words of its language. */
export function expectedText(test: Test): string {
  const { expected } = test;
  switch (expected.type) {
    case 'value':
      return expected.source;
    case 'raises':
      return `raises ${expected.error ?? 'an error'}`;
    case 'stdout':
      return JSON.stringify(expected.text);
    case 'json':
      return JSON.stringify(expected.value);
    case 'unknown':
      return '';
  }
}

/** What a candidate did on a test, in words of its language. */
export function observedText(state: RunState, candidate: Candidate, test: Test, language: Language): string {
  const call = state.callOfTest.get(test.id);
  const observation = call === undefined ? undefined : observationOf(state, candidate, call);
  if (observation === undefined) return 'was not run';
  const { outcome } = observation;
  switch (outcome.type) {
    case 'value':
      return test.call.type === 'program'
        ? JSON.stringify((observation.stdout ?? '').slice(0, valueCap))
        : language.formatValue(outcome.value, valueCap);
    case 'raised':
      return `raised ${outcome.error}: ${outcome.message.slice(0, valueCap)}${outcome.line === undefined ? '' : ` (line ${outcome.line})`}`;
    case 'limit':
      return outcome.limit === 'wall' || outcome.limit === 'cpu' ? 'did not end in time' : `hit the ${outcome.limit} limit`;
    case 'missing':
      return 'gave no result';
  }
}

/** Trusted tests that the candidate fails. Only these may ask for a change: they are locked and right by definition. */
export function trustedFailures(state: RunState, candidate: Candidate): readonly Test[] {
  return trustedTests(state).filter((test) => judge(state, candidate, test) !== 'passed');
}

/** A follow-up turn that shows a candidate, what it did against what is expected, and where it went wrong. */
export function repairMessages(state: RunState, candidate: Candidate, assignment: Assignment, language: Language): readonly Message[] {
  const code = candidate.code ?? '';
  const failures = trustedFailures(state, candidate).slice(0, mostFailures);
  const lines = failures.map(
    (test) => `${callText(test)}: expected ${expectedText(test)}, but it ${verb(observedText(state, candidate, test, language))}`,
  );
  const failing = failures
    .map((test) => observationOf(state, candidate, state.callOfTest.get(test.id) ?? -1))
    .find((observation) => observation?.outcome.type !== 'value');
  const explained = failing === undefined ? null : language.explainFailure(code, failing, candidate.stderr ?? '');
  const diagnostics = [...candidate.diagnostics, ...(explained === null ? [] : [explained])].map(
    (diagnostic) =>
      `${diagnostic.line === undefined ? '' : `line ${diagnostic.line}: `}${diagnostic.message}${diagnostic.hint === undefined ? '' : ` (${diagnostic.hint})`}`,
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

const verb = (observed: string): string => (/^(raised|did not|hit|gave|was not)/.test(observed) ? observed : `returned ${observed}`);

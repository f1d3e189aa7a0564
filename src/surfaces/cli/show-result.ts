import { type LanguageId, languageIds } from '../../domain/contract.ts';
import { formatDollars } from '../../domain/model-price.ts';
import { printableLine } from '../../domain/printable.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { asDecimal } from '../../domain/shown-share.ts';
import { optionLine } from './ask-question.ts';
import { showError } from './failure.ts';
import { withInvocation } from './invocation.ts';
import type { RunToShow } from './run-to-show.ts';
import type { Style, Terminal } from './terminal.ts';
import { runWords } from './words/run-words.ts';
import { failureIn, said } from './words/tongue.ts';

export type ShowOptions = RunToShow & {
  /** Shows the evidence, between the code and the summary. */
  readonly evidence?: () => void;
  readonly invocation: string;
  /** Default true. */
  readonly withCode?: boolean;
};

const styleOf: Readonly<Record<RunResult['status'], Style>> = {
  success: 'green',
  unsure: 'yellow',
  clarify: 'yellow',
  failed: 'red',
  cancelled: 'red',
};

/** The code on stdout, bare; what is known of it on stderr, in the language of the request. */
export function showResult(terminal: Terminal, result: RunResult, options: ShowOptions): void {
  const { evidence, invocation, tongue, next, withCode = true } = options;
  const words = runWords[tongue];
  if (withCode && result.code !== null && result.status !== 'clarify') terminal.code(result.code, languageOf(result));
  evidence?.();
  // The error, the question or the summary says the same below, with what to do.
  const isSaidBelow = ['', result.error?.message, result.question?.text].includes(result.explanation) || result.status === 'cancelled';
  if (!isSaidBelow) terminal.note(`\n${said(result.explanation.trim(), tongue)}`);
  terminal.note(`\n${summary(result, tongue)}`, styleOf[result.status]);
  if (result.model.demo) terminal.note(words.demoEnd, 'yellow');
  if (result.question !== null) showQuestion(terminal, result, options);
  if (result.error !== null) showError(terminal, failureIn(result.error, tongue));
  const mayGoOn = result.status === 'cancelled' || result.state === 'interrupted';
  if (mayGoOn && result.runId !== '') terminal.note(`${words.goOnWith} ${invocation} run --resume ${result.runId}`);
  if (result.runId !== '') terminal.note(`${words.run(result.runId)} · ${invocation} runs show ${result.runId}`, 'dim');
  showNext(terminal, { tongue, next }, invocation);
}

/** What a person may do now, one step a line. */
export function showNext(terminal: Terminal, { tongue, next }: RunToShow, invocation: string): void {
  for (const step of next) {
    terminal.note(`${runWords[tongue].next} ${printableLine(withInvocation(step, invocation), Number.POSITIVE_INFINITY)}`, 'yellow');
  }
}

const languageOf = ({ language }: RunResult): LanguageId => languageIds.find((id) => id === language) ?? 'python';

function summary(result: RunResult, tongue: RunToShow['tongue']): string {
  const words = runWords[tongue];
  const trusted = result.evidence.tests.filter(({ origin }) => origin !== 'generated' && origin !== 'fuzz');
  const passed = trusted.filter((test) => test.passed === true).length;
  const parts = [
    words.status(result.status),
    ...(result.code === null
      ? []
      : [`${words.confidence(asDecimal(result.confidence))}${result.calibrated ? '' : ` ${words.uncalibrated}`}`]),
    trusted.length === 0 ? words.noExample : words.examples(passed, trusted.length),
    words.candidatesIn(result.evidence.candidates.length, result.evidence.rounds),
    words.sandbox(result.sandbox.level),
    words.seconds((result.timing.totalMs / 1000).toFixed(1)),
    ...(result.model.cost === null ? [] : [formatDollars(result.model.cost.dollars)]),
  ];
  return parts.join(' · ');
}

function showQuestion(terminal: Terminal, { question, runId }: RunResult, { tongue, invocation }: ShowOptions): void {
  if (question === null) return;
  const words = runWords[tongue];
  terminal.note(question.text);
  for (const option of question.options) terminal.note(`  ${optionLine(option, 200)}`);
  const [first] = question.options;
  const other = `${invocation} runs answer ${runId} --value "…"`;
  if (first !== undefined) terminal.note(`  ${words.elseCommand} ${other}`);
  terminal.note(`${words.answerWith} ${first === undefined ? other : `${invocation} runs answer ${runId} ${first.id}`}`);
  terminal.note(`${words.thenGoOn} ${invocation} run --resume ${runId}`);
}

import { type LanguageId, languageIds } from '../../domain/contract.ts';
import { counted } from '../../domain/counted.ts';
import { formatDollars } from '../../domain/model-price.ts';
import { printableLine } from '../../domain/printable.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { asDecimal } from '../../domain/shown-share.ts';
import { optionLine } from './ask-question.ts';
import { showError } from './failure.ts';
import { withInvocation } from './invocation.ts';
import type { Style, Terminal } from './terminal.ts';

export type ShowOptions = {
  /** Shows the evidence, between the code and the summary. */
  readonly evidence?: () => void;
  readonly invocation: string;
  /** What would settle it; shown last. */
  readonly next?: readonly string[];
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

/** The code on stdout, bare; what is known of it on stderr. */
export function showResult(terminal: Terminal, result: RunResult, { evidence, invocation, next = [], withCode = true }: ShowOptions): void {
  if (withCode && result.code !== null && result.status !== 'clarify') terminal.code(result.code, languageOf(result));
  evidence?.();
  // The error or the question says the same below, with what to do.
  if (!['', result.error?.message, result.question?.text].includes(result.explanation)) terminal.note(`\n${result.explanation.trim()}`);
  terminal.note(`\n${summary(result)}`, styleOf[result.status]);
  if (result.model.demo) terminal.note('demo: the candidates were scripted; nothing here was written by a model', 'yellow');
  if (result.question !== null) showQuestion(terminal, result, invocation);
  if (result.error !== null) {
    showError(terminal, result.error);
  }
  if (result.status === 'cancelled' && result.runId !== '') terminal.note(`go on with: ${invocation} run --resume ${result.runId}`);
  if (result.runId !== '') terminal.note(`run ${result.runId} · ${invocation} runs show ${result.runId}`, 'dim');
  showNext(terminal, next, invocation);
}

/** What a person may do now, one step a line. */
export function showNext(terminal: Terminal, next: readonly string[], invocation: string): void {
  for (const step of next) terminal.note(`next: ${printableLine(withInvocation(step, invocation), Number.POSITIVE_INFINITY)}`, 'yellow');
}

const languageOf = ({ language }: RunResult): LanguageId => languageIds.find((id) => id === language) ?? 'python';

function summary(result: RunResult): string {
  const trusted = result.evidence.tests.filter(({ origin }) => origin !== 'generated' && origin !== 'fuzz');
  const passed = trusted.filter((test) => test.passed === true).length;
  const seconds = (result.timing.totalMs / 1000).toFixed(1);
  const parts = [
    result.status,
    ...(result.code === null ? [] : [`confidence ${asDecimal(result.confidence)}${result.calibrated ? '' : ' (uncalibrated)'}`]),
    ...(trusted.length === 0 ? ['no trusted example'] : [`${passed}/${trusted.length} trusted examples`]),
    `${counted(result.evidence.candidates.length, 'candidate')} in ${counted(result.evidence.rounds, 'round')}`,
    `sandbox ${result.sandbox.level}`,
    `${seconds} s`,
    ...(result.model.cost === null ? [] : [formatDollars(result.model.cost.dollars)]),
  ];
  return parts.join(' · ');
}

function showQuestion(terminal: Terminal, { question, runId }: RunResult, invocation: string): void {
  if (question === null) return;
  terminal.note(question.text);
  for (const option of question.options) terminal.note(`  ${optionLine(option, 200)}`);
  const [first] = question.options;
  const other = `${invocation} runs answer ${runId} --value "…"`;
  if (first !== undefined) terminal.note(`  something else: ${other}`);
  terminal.note(`answer with: ${first === undefined ? other : `${invocation} runs answer ${runId} ${first.id}`}`);
  terminal.note(`then go on:  ${invocation} run --resume ${runId}`);
}

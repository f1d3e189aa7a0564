import { type LanguageId, languageIds } from '../../domain/contract.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { optionLine } from './ask-question.ts';
import { showError } from './failure.ts';
import { printableLine } from './printable.ts';
import type { Style, Terminal } from './terminal.ts';

export type ShowOptions = { readonly evidence: boolean; readonly invocation: string /** Default true. */; readonly withCode?: boolean };

const styleOf: Readonly<Record<RunResult['status'], Style>> = {
  success: 'green',
  unsure: 'yellow',
  clarify: 'yellow',
  failed: 'red',
  cancelled: 'red',
};

/** The code on stdout, bare; what is known of it on stderr. */
export function showResult(terminal: Terminal, result: RunResult, { evidence, invocation, withCode = true }: ShowOptions): void {
  if (withCode && result.code !== null && result.status !== 'clarify') terminal.code(result.code, languageOf(result));
  if (evidence) showEvidence(terminal, result);
  if (result.explanation !== '') terminal.note(`\n${result.explanation.trim()}`);
  terminal.note(`\n${summary(result)}`, styleOf[result.status]);
  if (result.model.demo) terminal.note('demo: the candidates were scripted; nothing here was written by a model', 'yellow');
  if (result.question !== null) showQuestion(terminal, result, invocation);
  if (result.error !== null) {
    showError(terminal, result.error);
  }
  if (result.runId !== '') terminal.note(`run ${result.runId} · ${invocation} runs show ${result.runId}`, 'dim');
}

const languageOf = ({ language }: RunResult): LanguageId => languageIds.find((id) => id === language) ?? 'python';

function summary(result: RunResult): string {
  const trusted = result.evidence.tests.filter(({ origin }) => origin !== 'generated' && origin !== 'fuzz');
  const passed = trusted.filter((test) => test.passed === true).length;
  const seconds = (result.timing.totalMs / 1000).toFixed(1);
  const parts = [
    result.status,
    ...(result.code === null ? [] : [`confidence ${result.confidence.toFixed(2)}${result.calibrated ? '' : ' (uncalibrated)'}`]),
    ...(trusted.length === 0 ? ['no trusted example'] : [`${passed}/${trusted.length} trusted examples`]),
    `${result.evidence.candidates.length} candidates in ${result.evidence.rounds} round${result.evidence.rounds === 1 ? '' : 's'}`,
    `sandbox ${result.sandbox.level}`,
    `${seconds} s`,
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

function showEvidence(terminal: Terminal, { evidence }: RunResult): void {
  terminal.note('\ntests', 'bold');
  for (const { call, expected, origin, votes, observed, passed } of evidence.tests) {
    const mark = passed === null ? '·' : passed ? '✓' : '✗';
    const source = origin === 'generated' ? `generated, ${votes} vote${votes === 1 ? '' : 's'}` : origin;
    const got = observed === null ? '' : `   observed ${printableLine(observed, 80)}`;
    terminal.note(`  ${mark} ${printableLine(call, 80)}   expected ${printableLine(expected, 80)}${got}   (${source})`);
  }
  terminal.note('candidates', 'bold');
  for (const { id, round, passed, total, cluster, rejected, diagnostic } of evidence.candidates) {
    const chosen = id === evidence.selected ? ' selected' : '';
    const group = cluster === null ? '' : ` group ${cluster}`;
    const why = rejected ?? diagnostic;
    terminal.note(
      `  ${id.padEnd(5)} round ${round}  ${passed}/${total}${group}${chosen}${why === null ? '' : `  ${printableLine(why, 100)}`}`,
    );
  }
  terminal.note('groups by behaviour', 'bold');
  for (const { id, posterior, members } of evidence.clusters) {
    terminal.note(`  ${String(id).padEnd(3)} posterior ${posterior.toFixed(3)}, ${members} candidate${members === 1 ? '' : 's'}`);
  }
  const meaning = {
    'oracle-outside': 'the sandbox saw inputs only; results were compared outside it, so a candidate could neither read nor forge them',
    shared: 'tests ran beside the candidate: tampering would be noticed at best',
  };
  terminal.note(`integrity: ${evidence.integrity}: ${meaning[evidence.integrity]}`);
}

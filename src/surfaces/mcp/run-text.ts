import { counted } from '../../domain/counted.ts';
import { printable, printableLine } from '../../domain/printable.ts';
import { asDecimal, asPercent } from '../../domain/shown-share.ts';
import { errorText } from './failure-result.ts';
import type { RunDigest } from './run-digest.ts';

const headlines: Readonly<Record<RunDigest['status'], string>> = {
  success: 'Verified: this program was run.',
  unsure: 'Not certain: the best program found. Check it before you use it.',
  clarify: 'A question needs an answer before this can go on.',
  failed: 'No program was found that can be handed back.',
  cancelled: 'The run was cancelled.',
};

/** A digest for clients, and models, that read text. `shown` stands in place of the program, where that says more. */
export function runText(digest: RunDigest, shown?: string): string {
  const { status, code, language, explanation, model, error, question, howToAnswer, warnings, runId, resource } = digest;
  const parts = [
    `${headlines[status]}${model.demo ? ' DEMO: it was scripted; no model wrote anything here.' : ''}`,
    ...(shown !== undefined ? [shown] : code === null ? [] : [fenced(code, language)]),
    ...(question === null ? [] : [questionText(question)]),
    ...(howToAnswer === null ? [] : [`Ask the person, then call ${howToAnswer}`]),
    ...(error === null ? [printable(explanation).trim()] : [errorText(error)]),
    evidenceLine(digest),
    ...warnings.slice(0, 5).map(({ feature, detail }) => `warning: ${feature}: ${printableLine(detail)}`),
    ...(resource === null || runId === null ? [] : [`run ${runId}; all evidence: ${resource}`]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

type Question = NonNullable<RunDigest['question']>;

/** The question with its options, one a line. */
export function questionText({ text, options }: Question): string {
  const lines = options.map(({ id, value, support }) => `${id}) ${printableLine(value)}   ${asPercent(support)}`);
  return [printable(text), ...lines].join('\n');
}

/** A block that its text cannot end. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n*$/, '\n')}${fence}`;
}

function evidenceLine({
  status,
  code,
  trusted,
  confidence,
  calibrated,
  candidates,
  rounds,
  integrity,
  sandbox,
  seconds,
}: RunDigest): string {
  if (candidates === 0 && code === null) return '';
  return [
    status,
    ...(code === null ? [] : [`confidence ${asDecimal(confidence)}${calibrated ? '' : ' (uncalibrated)'}`]),
    trusted.total === 0 ? 'no trusted example' : `${trusted.passed}/${trusted.total} trusted`,
    `${counted(candidates, 'program')} in ${counted(rounds, 'round')}`,
    `integrity ${integrity}`,
    `sandbox ${sandbox}`,
    `${seconds} s`,
  ].join(' · ');
}

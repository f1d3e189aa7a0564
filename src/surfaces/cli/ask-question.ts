import { printable, printableLine } from '../../domain/printable.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { asPercent } from '../../domain/shown-share.ts';
import type { Tongue } from '../../domain/texts.ts';
import type { Answer } from '../../runs/run-service-types.ts';
import { runWords } from './words/run-words.ts';
import { said } from './words/tongue.ts';

type Question = NonNullable<RunResult['question']>;

/** An option as one line: its letter, the value, and how much speaks for it. */
export const optionLine = ({ id, value, support }: Question['options'][number], width: number): string =>
  `${id}) ${printableLine(value, width)}   ${asPercent(support)}`;

/** Characters of a value that leave the line whole beside the list's own marks. */
const room = (columns = 80): number => Math.max(12, Math.min(60, columns - 26));

/**
 * Puts an open question to the person; null when they would rather not answer now. `fault` says what is wrong with a typed
 * value, null when nothing is; the person may then type another.
 */
export async function askQuestion(
  question: Question,
  fault: (value: string) => string | null,
  { tongue, signal }: { readonly tongue: Tongue; readonly signal: AbortSignal },
): Promise<Answer | null> {
  // The prompt hides the cursor; however this process ends, it is shown again.
  const showCursor = () => void process.stderr.write('\u001b[?25h');
  process.once('exit', showCursor);
  try {
    return await ask(question, fault, tongue, signal);
  } finally {
    process.off('exit', showCursor);
    showCursor();
  }
}

async function ask(
  question: Question,
  fault: (value: string) => string | null,
  tongue: Tongue,
  signal: AbortSignal,
): Promise<Answer | null> {
  const words = runWords[tongue];
  const faultOf = (value: string): string | undefined => {
    const found = fault(value);
    return found === null ? undefined : said(found, tongue);
  };
  const { isCancel, select, text } = await import('@clack/prompts');
  const message = printable(question.text);
  if (question.options.length > 0) {
    const other = 'other';
    const options = question.options.map((option) => ({ value: option.id, label: optionLine(option, room(process.stderr.columns)) }));
    const chosen = await select({
      message: `${message} ${words.disagree}`,
      options: [...options, { value: other, label: words.elseTyped }],
      output: process.stderr,
      signal,
    });
    if (isCancel(chosen)) return null;
    if (chosen !== other) return { optionId: chosen };
  }
  const value = await text({
    message: question.call === null ? message : words.valueOf(printableLine(question.call, 80)),
    validate: (typed) => ((typed ?? '').trim() === '' ? undefined : faultOf(typed ?? '')),
    output: process.stderr,
    signal,
  });
  return isCancel(value) || value.trim() === '' ? null : { value };
}

import type { RunResult } from '../../domain/run-result.ts';
import type { Answer } from '../../runs/run-service-types.ts';
import { printable, printableLine } from './printable.ts';

/** Puts an open question to the person; null when they would rather not answer now. */
export async function askQuestion(question: NonNullable<RunResult['question']>, signal: AbortSignal): Promise<Answer | null> {
  const { isCancel, select, text } = await import('@clack/prompts');
  const message = printable(question.text);
  if (question.options.length > 0) {
    const other = 'other';
    const options = question.options.map(({ id, value }) => ({ value: id, label: `${id}) ${printableLine(value)}` }));
    const chosen = await select({
      message,
      options: [...options, { value: other, label: 'something else' }],
      output: process.stderr,
      signal,
    });
    if (isCancel(chosen)) return null;
    if (chosen !== other) return { optionId: chosen };
  }
  const value = await text({ message: question.options.length > 0 ? 'What should it be?' : message, output: process.stderr, signal });
  return isCancel(value) || value.trim() === '' ? null : { value };
}

import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand } from '../cli-context.ts';
import { printableLine } from '../printable.ts';

/** `anneal runs answer ID A`: leaves the answer for the run; `run --resume` goes on with it. */
export const runsAnswerCommand: CliCommand<object, [id: string, answer: string]> = async (context, options, id, answer) => {
  const { deps, terminal, invocation } = context;
  const runs = await deps.runs();
  const { state } = await runs.show(id);
  const { question } = state;
  if (question === null) throw new AppError('conflict', `run ${id} has no open question`, `anneal runs show ${id}`);
  const typed = answer.trim();
  if (typed === '')
    throw new AppError('bad-input', 'the answer is empty', `anneal runs answer ${id} ${question.options[0]?.id ?? 'VALUE'}`);
  const option = question.options.find((candidate) => candidate.id.toLowerCase() === typed.toLowerCase());
  const given = option === undefined ? { value: typed } : { optionId: option.id };
  await runs.answer(id, given);
  if (options.json) terminal.json({ runId: id, question: question.id, ...given });
  terminal.note(`answered: ${printableLine(option === undefined ? typed : `${option.id}) ${option.value}`)}`);
  terminal.note(`go on with: ${invocation} run --resume ${id}`);
  return 0;
};

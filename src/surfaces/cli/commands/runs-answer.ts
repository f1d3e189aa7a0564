import { AppError } from '../../../domain/app-error.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { Answer } from '../../../runs/run-service-types.ts';
import { answerFault } from '../../answer-fault.ts';
import type { CliCommand } from '../cli-context.ts';
import { runWords } from '../words/run-words.ts';
import { tongueOfRun } from '../words/tongue.ts';

type Options = { readonly value?: string };

/** `anneal runs answer ID A` or `--value V`: leaves the answer for the run; `run --resume` goes on with it. */
export const runsAnswerCommand: CliCommand<Options, [id: string, option: string | undefined]> = async (context, options, id, typed) => {
  const { deps, terminal, invocation } = context;
  const runs = await deps.runs();
  const { state } = await runs.show(id);
  const { question } = state;
  if (question === null) throw new AppError('conflict', `run ${id} has no open question`, `anneal runs show ${id}`);
  const letter = question.options[0]?.id;
  const example = letter === undefined ? `anneal runs answer ${id} --value TEXT` : `anneal runs answer ${id} ${letter}`;
  if (typed !== undefined && options.value !== undefined) {
    throw new AppError('usage', 'the answer is given twice, as an option and with --value', `give one of them: ${example}`);
  }
  const text = (options.value ?? typed ?? '').trim();
  if (text === '') throw new AppError('bad-input', 'the answer is empty', example);
  const option = options.value === undefined ? question.options.find((known) => known.id.toLowerCase() === text.toLowerCase()) : undefined;
  // One letter that is no option is a slip, not a value.
  if (option === undefined && options.value === undefined && question.options.length > 0 && /^[A-Za-z]$/.test(text)) {
    throw new AppError(
      'bad-input',
      `the question has no option ${text}: ${question.options.map(({ id: known, value }) => `${known}) ${value}`).join(', ')}`,
      `${example}, or give another value: anneal runs answer ${id} --value "…"`,
    );
  }
  const fault = option === undefined ? answerFault(state, text, await deps.language(state.language ?? 'python')) : null;
  if (fault !== null) throw new AppError('bad-input', `${JSON.stringify(printableLine(text, 80))} is ${fault}`, example);
  const given: Answer = option === undefined ? { value: text } : { optionId: option.id };
  await runs.answer(id, given);
  if (options.json) terminal.json({ runId: id, question: question.id, ...given });
  const words = runWords[tongueOfRun(state)];
  terminal.note(`${words.answered} ${printableLine(option === undefined ? text : `${option.id}) ${option.value}`)}`);
  terminal.note(`${words.goOnWith} ${invocation} run --resume ${id}`);
  return 0;
};

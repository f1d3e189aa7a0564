import { AppError } from '../domain/app-error.ts';
import type { Question } from '../domain/run-event.ts';
import { readPending } from './inbox.ts';
import { readState } from './read-state.ts';
import type { RunContext } from './run-context.ts';
import type { Answer } from './run-service-types.ts';

const valueCharacters = 10_000;

/** Leaves an answer for the open question. */
export async function answerRun<Tools>({ deps }: RunContext<Tools>, runId: string, answer: Answer): Promise<void> {
  const { store, clock } = deps;
  const state = await readState(store, runId);
  const { question } = state;
  if (question === null) {
    const what = state.phase === 'done' ? `has ended: ${state.end?.outcome}` : 'has no open question';
    throw new AppError('conflict', `Run ${runId} ${what}.`, `See where it stands: \`anneal runs show ${runId}\``);
  }
  if (answer.question !== undefined && answer.question !== question.id) throw tooLate(runId);
  const checked = checkAnswer(runId, question, answer);
  if ((await readPending(store, runId, question)).answer !== null) throw tooLate(runId);
  await store.send(runId, { type: 'answer', question: question.id, ...checked }, clock.now());
}

const tooLate = (runId: string): AppError =>
  new AppError('conflict', `The question of run ${runId} is answered already.`, `Go on with it: \`anneal run --resume ${runId}\``);

function checkAnswer(runId: string, question: Question, { optionId, value }: Answer): Answer {
  const options = question.options.map((option) => `${option.id} (${option.value})`).join(', ');
  const hint =
    question.options.length === 0
      ? `Give the answer as text: \`anneal runs answer ${runId} TEXT\``
      : `Choose one of ${options}: \`anneal runs answer ${runId} ${question.options[0]?.id}\``;
  const refuse = (message: string): AppError => new AppError('bad-input', message, hint);
  if (optionId !== undefined && value !== undefined) throw refuse('An answer names an option or gives a value, not both.');
  if (optionId !== undefined) {
    const wanted = optionId.trim().toLowerCase();
    const option = question.options.find(({ id }) => id.toLowerCase() === wanted);
    if (option === undefined) throw refuse(`The question has no option "${optionId.slice(0, 40)}".`);
    return { optionId: option.id };
  }
  if (value === undefined || value.trim() === '') throw refuse('The answer is empty.');
  if (value.length > valueCharacters) throw refuse(`The answer is longer than ${valueCharacters} characters.`);
  return { value };
}

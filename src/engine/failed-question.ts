import { AppError } from '../domain/app-error.ts';

/** Failures that say something of one question to a model only; all others are the run's to know. */
const ofOneQuestion: ReadonlySet<string> = new Set([
  ...['model-timeout', 'model-refused', 'prompt-too-long', 'model-incomplete', 'model-crashed', 'bad-input'],
]);

export const failsOneQuestion = (error: unknown): error is AppError => error instanceof AppError && ofOneQuestion.has(error.code);

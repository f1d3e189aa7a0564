import { AppError } from '../../domain/app-error.ts';
import type { ChildFailure } from './protocol.ts';

const libraryVersion = '3.21.1';

/** What a failure inside the child means to a user. */
export function failureError(failure: ChildFailure, detail: string): AppError {
  switch (failure) {
    case 'dependency-missing':
      return new AppError(
        'model-missing',
        `The embedded model needs the optional package node-llama-cpp, which is not installed here (${detail}).`,
        `npm install node-llama-cpp@${libraryVersion}, or use --backend ollama`,
      );
    case 'load-failed':
      return new AppError(
        'model-refused',
        `The weights cannot be loaded; the file may be damaged or not whole (${detail}).`,
        'Fetch it again, or give another GGUF file: --model FILE',
      );
    case 'bad-grammar':
      return new AppError('bad-input', detail, 'Correct the GBNF grammar.');
    case 'prompt-too-long':
      return new AppError('prompt-too-long', detail, 'Shorten the task or its --context, or choose a model with a longer context.');
    case 'no-template':
      return new AppError('model-refused', detail, 'Use an instruct model, or prompts of the completion form.');
    case 'failed':
      return new AppError(
        'model-refused',
        `The embedded model could not answer: ${detail}`,
        'Run it again with --verbose, and with fewer candidates (-n).',
      );
  }
}

import { AppError } from '../../domain/app-error.ts';

export type PromptSize = {
  readonly contextTokens: number | null;
  /** Counted by the server, or estimated from above. */
  readonly tokens: number;
  readonly exact: boolean;
  /** What the server read of it without refusing; null when it refused. */
  readonly evaluated: number | null;
};

/** The prompt does not fit: by how much, and what became of it. */
export function promptTooLong(name: string, { contextTokens, tokens, exact, evaluated }: PromptSize): AppError {
  const size = exact ? `${tokens} tokens` : `at most ${tokens} tokens`;
  const over = contextTokens === null ? 0 : tokens - contextTokens;
  const excess = over > 0 ? `, ${exact ? '' : 'up to '}${over} too many` : '';
  const room = contextTokens === null ? `the context of ${name}` : `the ${contextTokens} tokens of context of ${name}`;
  const fate = evaluated === null ? 'the server refused it, nothing was cut' : `the server read only ${evaluated} of it and cut the rest`;
  return new AppError(
    'prompt-too-long',
    `The prompt (${size}${excess}) does not fit into ${room}; ${fate}.`,
    'Shorten the task or its --context, or choose a model with a longer context.',
  );
}

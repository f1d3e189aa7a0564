/** Every failure that a user can meet: its exit code, and whether trying again may help. */
export const errorTable = {
  usage: { exit: 2, retryable: false, about: 'The command line is wrong.' },
  'bad-input': { exit: 2, retryable: false, about: 'A task, example, signature or file cannot be used.' },
  'bad-config': { exit: 2, retryable: false, about: 'A configuration file or variable is wrong.' },
  'not-found': { exit: 2, retryable: false, about: 'What was named does not exist: a run, a file, a skill, a model.' },
  conflict: { exit: 2, retryable: false, about: 'This is not possible in the state that things are in.' },
  unauthorized: { exit: 2, retryable: false, about: 'The service needs its token.' },
  forbidden: { exit: 2, retryable: false, about: 'The service does not take requests from there.' },
  busy: { exit: 1, retryable: true, about: 'The service has as many runs in its queue as it takes.' },
  'model-unreachable': { exit: 5, retryable: true, about: 'The model server does not answer.' },
  'model-missing': { exit: 5, retryable: false, about: 'The model is not there.' },
  'model-refused': { exit: 5, retryable: false, about: 'The server refused the request.' },
  'prompt-too-long': { exit: 5, retryable: false, about: 'The request does not fit into the context of the model.' },
  'model-incomplete': { exit: 5, retryable: true, about: 'The answer stopped before its end.' },
  'model-timeout': { exit: 5, retryable: true, about: 'No answer came in time.' },
  'model-crashed': { exit: 5, retryable: true, about: 'The embedded model process ended.' },
  'no-program': { exit: 1, retryable: true, about: 'No program came of the request.' },
  'skill-rejected': { exit: 1, retryable: true, about: 'A model wrote no body that a skill could have, twice.' },
  'weights-corrupt': { exit: 5, retryable: false, about: 'Downloaded weights do not have the expected checksum.' },
  'weights-unavailable': { exit: 5, retryable: true, about: 'Weights could not be fetched.' },
  'sandbox-unavailable': { exit: 6, retryable: false, about: 'No acceptable sandbox on this machine.' },
  'sandbox-failed': { exit: 6, retryable: true, about: 'The sandbox could not run a job.' },
  'runtime-missing': { exit: 6, retryable: false, about: 'An interpreter is missing or too old.' },
  'store-unavailable': { exit: 7, retryable: true, about: 'The run store cannot be read or written.' },
  'store-newer': { exit: 7, retryable: false, about: 'The run store was written by a newer version.' },
  'store-conflict': { exit: 7, retryable: true, about: 'Another process owns this run.' },
  'no-space': { exit: 7, retryable: true, about: 'The disk is full.' },
  internal: { exit: 1, retryable: false, about: 'A defect in Anneal.' },
} as const satisfies Record<string, { exit: number; retryable: boolean; about: string }>;

export type ErrorCode = keyof typeof errorTable;

/**
 * An expected failure of the outside world or of the input.
 * `message` says what happened and where; `hint` is the exact next step.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.hint = hint;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable;
  }

  get exitCode(): number {
    return errorTable[this.code].exit;
  }
}

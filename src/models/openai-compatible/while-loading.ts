import { abortableSleep } from '../abortable-sleep.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';

const lookAgainMs = 500;

/**
 * Runs `task` again while llama-server says that it is still loading its model, which may take minutes: only `signal` ends
 * that. Other busy answers are tried again as `retries` says.
 */
export async function whileLoading<T>(task: () => Promise<T>, retries: RetryPolicy, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    try {
      return await withRetries(task, retries, (error) => isBusy(error) && !isLoading(error), signal === undefined ? {} : { signal });
    } catch (error) {
      if (!isLoading(error)) throw error;
      await abortableSleep(lookAgainMs, signal);
    }
  }
}

const isLoading = (error: unknown): boolean =>
  error instanceof HttpStatusError && error.status === 503 && /loading model/iu.test(error.message);

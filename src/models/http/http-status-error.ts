/** A server answered with an error status; adapters turn it into an `AppError` where it leaves them. */
export class HttpStatusError extends Error {
  readonly status: number;
  /** Milliseconds that the server asked to wait, from `Retry-After`. */
  readonly retryAfterMs: number | null;

  constructor(status: number, message: string, retryAfterMs: number | null) {
    super(message);
    this.name = 'HttpStatusError';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The connection ended before the answer did. */
export class BrokenStreamError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokenStreamError';
  }
}

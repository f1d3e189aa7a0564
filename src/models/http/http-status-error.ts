/** A server answered with an error status; adapters turn it into an `AppError` where it leaves them. */
export class HttpStatusError extends Error {
  readonly status: number;
  /** Milliseconds that the server asked to wait, from `Retry-After`. */
  readonly retryAfterMs: number | null;
  /** The parsed document that came with it; undefined where it was none. */
  readonly body: unknown;

  constructor(status: number, message: string, retryAfterMs: number | null, body?: unknown) {
    super(message);
    this.name = 'HttpStatusError';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }
}

/** The connection ended before the answer did, or the answer is none. */
export class BrokenStreamError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokenStreamError';
  }
}

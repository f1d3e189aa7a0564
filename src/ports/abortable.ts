/** The one way to stop anything. A port checks the signal before and during, and throws `signal.reason`. */
export type Abortable = { readonly signal?: AbortSignal };

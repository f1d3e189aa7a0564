import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppError } from '../../domain/app-error.ts';
import { printable } from '../../domain/printable.ts';
import type { RunError } from '../../domain/run-event.ts';

/** The two lines of an error, for the client's model to act on. */
export const errorText = ({ code, message, hint }: Pick<RunError, 'message' | 'hint'> & { readonly code: string }): string =>
  printable(`error[${code}]: ${message}\nhint: ${hint}`);

/** Anything thrown, as the result of a tool. Of a defect of ours the client learns no more than that there was one. */
export function failureResult(thrown: unknown, warn: (line: string) => void): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: errorText(describe(thrown, warn)) }] };
}

function describe(thrown: unknown, warn: (line: string) => void): Pick<AppError, 'code' | 'message' | 'hint'> {
  if (thrown instanceof AppError && thrown.code !== 'internal') return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return { code: 'busy', message: 'The server is shutting down.', hint: 'try again when it has started anew' };
  }
  warn(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return { code: 'internal', message: 'The server failed at this call.', hint: 'the reason is on the standard error of the server' };
}

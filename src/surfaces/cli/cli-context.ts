import type { CliDeps } from './cli-deps.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with. */
export type CliContext = {
  readonly deps: CliDeps;
  readonly terminal: Terminal;
  readonly stdin: NodeJS.ReadStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  /** How a person types this program here, for hints. */
  readonly invocation: string;
  /** Aborted by Ctrl-C, by a termination signal, and by a closed output. */
  readonly signal: AbortSignal;
  /** Hands Ctrl-C to `handler` as long as it returns true; returns what ends that. */
  readonly onInterrupt: (handler: () => boolean) => () => void;
  /** For what speaks a protocol there; data goes through `terminal`. */
  readonly stdout: NodeJS.WriteStream;
  /** For what edits lines itself; everything else writes through `terminal`. */
  readonly stderr: NodeJS.WriteStream;
};

/** Options that every command has. */
export type CommonOptions = { readonly quiet?: boolean; readonly verbose?: boolean; readonly json?: boolean };

/** Runs to the end and says the exit code. Throws `AppError` for what a person can mend. */
export type CliCommand<Options, Arguments extends readonly unknown[] = []> = (
  context: CliContext,
  options: Options & CommonOptions,
  ...given: Arguments
) => Promise<number>;

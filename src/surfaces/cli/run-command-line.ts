import { CommanderError } from 'commander';
import type { CommandRunner } from './add-command.ts';
import type { BackendInfo } from './backend-choice.ts';
import type { CliCommand, CliContext, CommonOptions } from './cli-context.ts';
import type { CliDeps } from './cli-deps.ts';
import { exitCodeOf, showError, shownError } from './failure.ts';
import { isThrownAway } from './is-thrown-away.ts';
import { createProgram } from './program.ts';
import { openTerminal, type Streams, type Terminal } from './terminal.ts';
import { usageError } from './usage-error.ts';
import { watchForStop } from './watch-for-stop.ts';

export type CommandLineHost = Streams & {
  readonly environment: NodeJS.ProcessEnv;
  readonly workingFolder: string;
  readonly invocation: string;
  readonly version: string;
  readonly backends: readonly BackendInfo[];
  readonly connect: (options: { readonly signal: AbortSignal }) => CliDeps;
};

/** One command from its arguments to its exit code. Everything it opened is closed when it returns. */
export async function runCommandLine(argv: readonly string[], host: CommandLineHost): Promise<number> {
  let exitCode = 0;
  const run: CommandRunner = async (load, options, ...given) => {
    exitCode = await runLoaded(host, load, options as typeof options & CommonOptions, given);
  };
  const program = createProgram(run, host.version, host.backends);
  for (const command of [program, ...program.commands.flatMap((child) => [child, ...child.commands])]) {
    command.exitOverride();
    command.configureOutput({ writeOut: (text) => void host.stdout.write(text), outputError: () => undefined });
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return helpWritten(host);
    return showUsageError(argv, thrown, host, program);
  }
  return exitCode;
}

/** The exit code of help or version, which commander has written. */
async function helpWritten(host: CommandLineHost): Promise<number> {
  const terminal = openTerminal(host, host.environment, host.invocation, {});
  const stop = watchForStop(host, terminal);
  await written(host.stdout);
  stop.end();
  const failure = stop.outputFailure();
  return failure === null ? 0 : failed(failure, terminal, {}, stop, host.invocation);
}

function showUsageError(
  argv: readonly string[],
  thrown: CommanderError,
  host: CommandLineHost,
  program: ReturnType<typeof createProgram>,
): number {
  const terminal = openTerminal(host, host.environment, host.invocation, {});
  if (thrown.code === 'commander.help') {
    // A command without its subcommand: commander has shown the help already, on stderr.
    return 2;
  }
  const error = shownError(usageError(argv, thrown, program), host.invocation);
  showError(terminal, error);
  if (argv.includes('--json')) terminal.json({ error });
  return exitCodeOf(error);
}

async function runLoaded<Options, Given extends readonly unknown[]>(
  host: CommandLineHost,
  load: () => Promise<CliCommand<Options, Given>>,
  options: Options & CommonOptions,
  given: Given,
): Promise<number> {
  const terminal = openTerminal(host, host.environment, host.invocation, options);
  const stop = watchForStop(host, terminal);
  // Adapters let go of idle children; a command that waits for one must not end because nothing else is going on.
  const awake = setInterval(() => undefined, 2 ** 30);
  const deps = host.connect({ signal: stop.signal });
  const context: CliContext = {
    deps,
    terminal,
    stdin: host.stdin,
    environment: host.environment,
    workingFolder: host.workingFolder,
    invocation: host.invocation,
    signal: stop.signal,
    onInterrupt: stop.onInterrupt,
    stdout: host.stdout,
    stderr: host.stderr,
  };
  try {
    const command = await load();
    const exitCode = await command(context, options, ...given);
    await written(host.stdout);
    const failure = stop.outputFailure();
    if (failure !== null) throw failure;
    if (terminal.hasData() && isThrownAway(host.stdout))
      terminal.note('standard output is closed or thrown away: nobody saw what went there');
    return exitCode;
  } catch (thrown) {
    return failed(thrown, terminal, options, stop, host.invocation);
  } finally {
    await deps.close();
    stop.end();
    clearInterval(awake);
  }
}

/** Resolves when all that was written before has left, or cannot: then the stream has said so. */
const written = (stream: NodeJS.WriteStream): Promise<void> => new Promise((resolve) => stream.write('', () => setImmediate(resolve)));

function failed(
  thrown: unknown,
  terminal: Terminal,
  options: CommonOptions,
  stop: ReturnType<typeof watchForStop>,
  invocation: string,
): number {
  if (stop.outputClosed()) return 0;
  const outputFailure = stop.outputFailure();
  if (outputFailure === null && (stop.signal.aborted || (thrown instanceof DOMException && thrown.name === 'AbortError'))) return 130;
  const error = shownError(outputFailure ?? thrown, invocation);
  showError(terminal, error);
  if (options.verbose && thrown instanceof Error) terminal.detail(thrown.stack ?? thrown.message);
  if (options.json) terminal.json({ error });
  return exitCodeOf(error);
}

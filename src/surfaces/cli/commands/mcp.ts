import { createRunQueue } from '../../../runs/run-queue.ts';
import { openMcp } from '../../mcp/open-mcp.ts';
import { serveOnStdio } from '../../mcp/stdio/serve-stdio.ts';
import { once } from '../../once.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';
import { defaultsFrom } from '../run-defaults.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { showPull } from '../show-pull.ts';
import { openServedBodies } from '../skills/open-bodies.ts';

type McpOptions = Omit<RunOptions, 'input'> & { readonly parallelRuns: string };

/** Calls that may wait for their turn: an agent that asks for more has lost its way. */
const mostWaiting = 100;

/** `anneal mcp`: answers one client on standard input and output until it closes its end. Exit code 0. */
export const mcpCommand =
  (version: string): CliCommand<McpOptions> =>
  async ({ deps, terminal, signal, stdin, stdout, stderr, workingFolder, invocation }, options) => {
    const parallel = numberOption('--parallel-runs', options.parallelRuns, { min: 1, max: 64, whole: true });
    const settings = await deps.settings(settingsFlags(options));
    for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
    if (stdin.isTTY) {
      terminal.note(
        `${invocation} mcp speaks the Model Context Protocol: an editor or agent starts it, and writes JSON here. Ctrl-D ends it.`,
      );
    }
    const warn = (line: string): void => terminal.alert(`warning: ${line}`, 'yellow');
    const openRuns = once(async () => {
      const runs = await deps.runs({ settings, keepModel: true, showPull: (name, parts) => showPull(terminal.note, name, parts) });
      const onFailure = (runId: string, error: unknown): void => warn(`run ${runId}: ${error instanceof Error ? error.message : error}`);
      return { runs, queue: createRunQueue(runs, { parallel, mostWaiting, onFailure }) };
    });
    const mcp = openMcp({
      ...deps,
      openRuns,
      skills: once(() => deps.skills(settings.values)),
      bodies: once(() => openServedBodies({ deps, terminal }, settings)),
      // A client that goes away, or a signal, ends what it asked for.
      closing: new AbortController().signal,
      defaults: defaultsFrom(settings),
      settings: settings.values,
      near: workingFolder,
      version,
      warn,
    });
    await serveOnStdio(mcp, { stdin, stdout, stderr, signal });
    signal.throwIfAborted();
    return 0;
  };

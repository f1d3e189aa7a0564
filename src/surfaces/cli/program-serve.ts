import type { Command } from 'commander';
import { type CommandRunner, collect, addCommand as command } from './add-command.ts';
import { shared } from './shared-options.ts';

/** Model, sampling and sandbox of what a command serves to others, who may say some of it themselves. */
const withRunSettings = (to: Command, title: string): Command =>
  to
    .optionsGroup('Model:')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option(...shared.ollamaModel)
    .option(...shared.ollamaUrl)
    .optionsGroup(title)
    .option(...shared.nCandidates)
    .option(...shared.maxIters)
    .option(...shared.nTests)
    .option('--timeout <seconds>', "CPU seconds of one candidate's run (default: 5)")
    .option(...shared.budgetSeconds)
    .option(...shared.temperature)
    .option(...shared.seed)
    .optionsGroup('Sandbox:')
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.python);

/** `anneal serve`. */
export function addServe(program: Command, run: CommandRunner): void {
  const serve = command(
    program,
    'serve',
    'the HTTP service: runs, sessions, events and the LocalScript protocol',
    'anneal serve\n  curl -s http://127.0.0.1:8080/chat -H \'Content-Type: application/json\' -d \'{"session_id": "s", "message": "sum of a list"}\'',
  )
    .option('--host <address>', 'where it listens; anything but loopback needs a token or --no-auth', '127.0.0.1')
    .option('--port <n>', 'port; 0 takes a free one', '8080')
    .option('--token <text>', 'who calls must send it (better in the environment: ANNEAL_TOKEN)')
    .option('--no-auth', 'no token, also beyond loopback')
    .option('--allow-host <name>', 'a name under which it may be called, repeatable', collect)
    .option('--parallel-runs <n>', 'runs at once', '1')
    .option('--max-queued <n>', 'runs that may wait for their turn', '1000');
  withRunSettings(serve, 'Runs that say nothing else:').action((options) =>
    run(async () => (await import('./commands/serve.ts')).serveCommand(program.version() ?? ''), options),
  );
}

/** `anneal mcp`. */
export function addMcp(program: Command, run: CommandRunner): void {
  const mcp = command(
    program,
    'mcp',
    'a Model Context Protocol server on standard input and output, for editors and agents',
    'anneal mcp\n  claude mcp add anneal -- npx anneal mcp',
  ).option('--parallel-runs <n>', 'runs at once', '1');
  withRunSettings(mcp, 'Calls that say nothing else:').action((options) =>
    run(async () => (await import('./commands/mcp.ts')).mcpCommand(program.version() ?? ''), options),
  );
}

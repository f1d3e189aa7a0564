import type { Command } from 'commander';
import { type CommandRunner, collect, addCommand as command } from './add-command.ts';
import { shared } from './shared-options.ts';

/** `anneal bench …`. */
export function addBench(program: Command, run: CommandRunner): void {
  const bench = program.command('bench').description('measurements on this machine');
  command(bench, 'sandbox', 'candidates a second, against one test runner process a candidate', 'anneal bench sandbox --json')
    .option('--candidates <n>', 'candidates a language, in the sandbox', '1000')
    .option('--baseline-candidates <n>', 'candidates a language, one test runner process each', '48')
    .option('-l, --language <name>', 'only this language')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/bench-sandbox.ts')).benchSandboxCommand, options));
  command(bench, 'extract', 'how long replies of many shapes take to read', 'anneal bench extract --json')
    .option('--repeats <n>', 'readings of each reply', '9')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/bench-extract.ts')).benchExtractCommand, options));
  command(
    bench,
    'tasks <file>',
    'run each task of a JSON lines file and judge it by its own checks',
    'anneal bench tasks tasks.jsonl --limit 5 -n 64',
  )
    .option('-l, --language <name>', 'only tasks of this language')
    .option('--limit <n>', 'only the first tasks')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option(...shared.nCandidates)
    .option(...shared.maxIters)
    .option(...shared.nTests)
    .option('--timeout <seconds>', "CPU seconds of one candidate's run (default: 5)")
    .option('--budget-seconds <n>', 'one task (default: 300)')
    .option(...shared.temperature)
    .option(...shared.seed)
    .option(...shared.threads)
    .option(...shared.json)
    .action((file: string, options) => run(async () => (await import('./commands/bench-tasks.ts')).benchTasksCommand, options, file));
  command(bench, 'generate', 'samples one by one against all at once, in one run', 'anneal bench generate --samples 8 --tokens 48')
    .option('--samples <n>', 'samples in each way of asking', '8')
    .option('--tokens <n>', 'tokens of each sample', '48')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/bench-generate.ts')).benchGenerateCommand, options));
  command(
    bench,
    'routing',
    'requests with known places in a skill library, filed by rules and by models',
    'anneal bench routing -b llama-cpp -m smollm2 --limit 10',
  )
    .option('--half <name>', 'tuning, reserved or both', 'both')
    .option('--limit <n>', 'only the first cases of each half')
    .option(...shared.backend)
    .option('-m, --model <name>', 'a model to measure beside the rules, repeatable', collect)
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/bench-routing.ts')).benchRoutingCommand, options));
  command(bench, 'serve', 'load on the HTTP service, with a scripted model and sandbox', 'anneal bench serve --json')
    .option('--runs <n>', 'runs asked for at once', '200')
    .option('--readers <n>', 'readers of the events of one run', '1000')
    .option('--soak <minutes>', 'then a quarter of the load for that long', '0')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/bench-serve.ts')).benchServeCommand, options));
  command(bench, 'replay <file>', 'compare selectors on recorded behaviour', 'anneal bench replay recorded.jsonl.gz')
    .option('--selector <name>', 'only this one')
    .option('--test-validity <share>', 'how right the recorded tests are taken to be', '0.5')
    .option(...shared.json)
    .action((file: string, options) => run(async () => (await import('./commands/bench-replay.ts')).benchReplayCommand, options, file));
}

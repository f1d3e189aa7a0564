import { Command } from 'commander';
import { collect, addCommand as command } from './add-command.ts';
import { type BackendInfo, nameBackends } from './backend-choice.ts';
import type { CliCommand } from './cli-context.ts';
import { addSkills } from './program-skills.ts';
import { shared } from './shared-options.ts';

/** Runs a loaded command inside signal handling and error display; the composition root supplies it. */
export type CommandRunner = <Options, Given extends readonly unknown[]>(
  load: () => Promise<CliCommand<Options, Given>>,
  options: Options,
  ...given: Given
) => Promise<void>;

/**
 * The whole command line: names, flags and help. Nothing but commander is loaded for it; a command's own code is imported
 * when it runs, so that `--help` answers at once.
 */
export function createProgram(run: CommandRunner, version: string, backends: readonly BackendInfo[]): Command {
  const program = new Command('anneal')
    .description('Writes programs and hands back only what it has run: tests first, several candidates, selection by behaviour.')
    .version(version, '-V, --version', 'print the version')
    .showSuggestionAfterError(true)
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Examples:
  anneal run "Return the second largest distinct number in a list" -e "f([1, 2, 3]) == 2"
  anneal run "факториал числа n" -l lua --signature "function factorial(n)" -e "factorial(5) == 120"
  anneal run --backend mock        a demo that needs no model
  anneal doctor                    what works on this machine`,
    );
  addRun(program, run);
  addFix(program, run);
  addChat(program, run);
  addServe(program, run);
  addMcp(program, run);
  addRuns(program, run);
  addSkills(program, run);
  addModels(program, run);
  addPrograms(program, run);
  addBench(program, run);
  addHousekeeping(program, run);
  addCompletion(program, run);
  nameBackends(program, backends);
  return program;
}

function addRun(program: Command, run: CommandRunner): void {
  command(
    program,
    'run [task]',
    'turn a request into a program that has been run; TASK may be - for standard input',
    'anneal run "Count the vowels of s" --signature "def count_vowels(s)" -e "count_vowels(\'banana\') == 3"',
  )
    .option('--task <text>', 'the task, instead of the argument')
    .optionsGroup('What to write:')
    .option('-l, --language <name>', 'python, lua, javascript or typescript (default: from the request, else python)')
    .option(...shared.profile)
    .option('--signature <text>', "e.g. 'def f(xs: list[int]) -> int', 'function f(n)'")
    .option('-e, --example <text>', "trusted example, repeatable: 'f(3) == 6', 'f(\"\") raises ValueError'", collect)
    .option('--context <file>', 'text or JSON that the request is about')
    .option('--few-shot <file>', 'own solved examples (JSON lines: request, code)')
    .optionsGroup('Model:')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option('--price <prompt,answer>', 'US dollars for a million tokens, for servers that charge (default: the shipped list)')
    .option(...shared.threads)
    .option(...shared.seed)
    .option(...shared.temperature)
    .option(...shared.ollamaModel)
    .option(...shared.ollamaUrl)
    .option('--list-ollama-models', 'print what Ollama has, and stop')
    .optionsGroup('Search:')
    .option(...shared.nCandidates)
    .option(...shared.maxIters)
    .option(...shared.nTests)
    .option(...shared.timeout)
    .option(...shared.budgetSeconds)
    .option('--budget-tokens <n>', 'the whole run (default: none)')
    .option('--no-skills', 'write it anew, also where a verified skill fits')
    .optionsGroup('Sandbox:')
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.python)
    .optionsGroup('Result:')
    .option('-o, --output <file>', 'write the code there, only on success')
    .option('--accept-unsure', 'with -o: also when the outcome is unsure')
    .option('--evidence', 'show the whole evidence with the test-integrity report')
    .option('--no-input', 'never ask; a needed question ends the run with exit code 4')
    .option('--resume <id>', 'go on with a stored run')
    .option(...shared.json)
    .option(...shared.events)
    .addHelpText('after', exitCodes)
    .action((task: string | undefined, options) => run(async () => (await import('./commands/run.ts')).runCommand, options, task));
}

function addFix(program: Command, run: CommandRunner): void {
  command(
    program,
    'fix <file>',
    'mend an existing program until it passes its tests; prints a diff',
    'anneal fix slugify.py --tests test_slugify.py --write',
  )
    .option('--tests <file>', 'test file: pytest, unittest, busted, luaunit, node:test, vitest, or a plain script')
    .option('-e, --example <text>', "trusted example, repeatable: 'f(3) == 6'", collect)
    .option('--task <text>', 'what is wrong, or what it must do')
    .option('--write', 'mend the file, keeping a backup, only when the result verifies better')
    .option(...shared.language)
    .optionsGroup('Model:')
    .option('-b, --backend <name>', 'auto, or one that "anneal config" lists (default: auto)')
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option(...shared.seed)
    .option(...shared.temperature)
    .option(...shared.ollamaModel)
    .option(...shared.ollamaUrl)
    .optionsGroup('Search:')
    .option(...shared.nCandidates)
    .option('--max-iters <n>', 'rounds (default: 3)')
    .option(...shared.timeout)
    .option(...shared.budgetSeconds)
    .option('--budget-tokens <n>', 'the whole run (default: none)')
    .optionsGroup('Sandbox:')
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.python)
    .optionsGroup('Result:')
    .option(...shared.json)
    .option(...shared.events)
    .addHelpText('after', exitCodes)
    .action((file: string, options) => run(async () => (await import('./commands/fix.ts')).fixCommand, options, file));
}

function addChat(program: Command, run: CommandRunner): void {
  command(
    program,
    'chat',
    'a session: a request, then follow-ups that revise the program under its tests; piped input is one message a line',
    'anneal chat -l python -e "f([1, 2, 3]) == 2"',
  )
    .option('-l, --language <name>', 'python, lua, javascript or typescript (default: from the request, else python)')
    .option(...shared.profile)
    .option('--signature <text>', "e.g. 'def f(xs: list[int]) -> int', 'function f(n)'")
    .option('-e, --example <text>', 'trusted example for the first request, repeatable', collect)
    .option('--context <file>', 'text or JSON that the session is about')
    .option('--few-shot <file>', 'own solved examples (JSON lines: request, code)')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option(...shared.seed)
    .option(...shared.temperature)
    .option(...shared.ollamaModel)
    .option(...shared.ollamaUrl)
    .option(...shared.nCandidates)
    .option(...shared.maxIters)
    .option(...shared.nTests)
    .option(...shared.timeout)
    .option('--budget-seconds <n>', 'one turn (default: 300)')
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.python)
    .option('--json', 'print one result object a turn, each on a line')
    .action((options) => run(async () => (await import('./commands/chat.ts')).chatCommand, options));
}

const exitCodes = `
Exit codes: 0 success · 1 failed · 2 bad input · 3 unsure · 4 a question needs an answer · 5 model · 6 sandbox or runtime ·
7 storage · 130 cancelled`;

function addServe(program: Command, run: CommandRunner): void {
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

function addMcp(program: Command, run: CommandRunner): void {
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

function addRuns(program: Command, run: CommandRunner): void {
  const runs = program.command('runs').description('stored runs');
  command(runs, 'list', 'newest first', 'anneal runs list --limit 5', { isDefault: true })
    .option('--limit <n>', 'how many', '20')
    .option('--cursor <text>', 'where the last page ended')
    .option('--phase <phase>', 'queued, running, waiting, interrupted or done')
    .option('--text <text>', 'only runs whose request holds this')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/runs-list.ts')).runsListCommand, options));
  command(runs, 'show <id>', 'the result with its evidence', 'anneal runs show 0f3a9c --json')
    .option(...shared.json)
    .option('--code', 'print the code only')
    .action((id: string, options) => run(async () => (await import('./commands/runs-show.ts')).runsShowCommand, options, id));
  command(
    runs,
    'answer <id> [option]',
    'answer the open question: an option’s letter, or another value',
    'anneal runs answer 0f3a9c A\n  anneal runs answer 0f3a9c --value "[]"',
  )
    .option('--value <source>', 'the value that the call must give, as the language writes it')
    .option(...shared.json)
    .action((id: string, answer: string | undefined, options) =>
      run(async () => (await import('./commands/runs-answer.ts')).runsAnswerCommand, options, id, answer),
    );
  command(runs, 'replay <id>', 'show the run again from its events', 'anneal runs replay 0f3a9c')
    .option(...shared.json)
    .option(...shared.events)
    .option('--reselect', 'select again from what was recorded, without a model')
    .action((id: string, options) => run(async () => (await import('./commands/runs-replay.ts')).runsReplayCommand, options, id));
  command(
    runs,
    'rerun [id]',
    'run it again from its recorded replies: no model is asked, programs are run anew',
    'anneal runs rerun 0f3a9c\n  anneal runs rerun --file run.jsonl',
  )
    .option('--file <file>', 'the events of `anneal runs export`, from here or another machine')
    .option('--few-shot <file>', 'own solved examples, where the run was made with some')
    .option(...shared.interpreter)
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.json)
    .action((id: string | undefined, options) => run(async () => (await import('./commands/runs-rerun.ts')).runsRerunCommand, options, id));
  command(runs, 'export <id>', 'all events as JSON lines', 'anneal runs export 0f3a9c > run.jsonl')
    .option('-o, --output <file>', 'write to a file')
    .action((id: string, options) => run(async () => (await import('./commands/runs-export.ts')).runsExportCommand, options, id));
  command(runs, 'rm <id...>', 'remove stored runs', 'anneal runs rm 0f3a9c').action((ids: string[], options) =>
    run(async () => (await import('./commands/runs-rm.ts')).runsRmCommand, options, ids),
  );
}

function addModels(program: Command, run: CommandRunner): void {
  const models = program.command('models').description('local weights and what each backend offers');
  const backend = ['-b, --backend <name>', 'whose models (default: llama-cpp)'] as const;
  command(models, 'list', 'what each backend offers', 'anneal models list', { isDefault: true })
    .option('-b, --backend <name>', 'only this one')
    .option(...shared.baseUrl)
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/models-list.ts')).modelsListCommand, options));
  command(models, 'pull [name]', 'fetch a model, verified and resumable', 'anneal models pull')
    .option(...backend)
    .option(...shared.baseUrl)
    .action((name: string | undefined, options) =>
      run(async () => (await import('./commands/models-pull.ts')).modelsPullCommand, options, name),
    );
  command(models, 'rm <name>', 'remove local weights', 'anneal models rm smollm2')
    .option(...backend)
    .option('--yes', 'also the model that runs take now, without asking')
    .option(...shared.baseUrl)
    .action((name: string, options) => run(async () => (await import('./commands/models-rm.ts')).modelsRmCommand, options, name));
  command(
    models,
    'use <name>',
    'make a model the default; auto: each run chooses again',
    'anneal models use qwen2.5-coder:7b --backend ollama\n  anneal models use auto',
  )
    .option(...backend)
    .action((name: string, options) => run(async () => (await import('./commands/models-use.ts')).modelsUseCommand, options, name));
}

function addPrograms(program: Command, run: CommandRunner): void {
  const sandbox = program.command('sandbox').description('the sandbox of this machine');
  const levels = (to: Command): Command =>
    to
      .option('--min-level <level>', 'the weakest sandbox accepted: L2, or L0')
      .option('--allow-unsandboxed', 'accept L0: the program runs with limits only, able to read and send your files');
  command(sandbox, 'probe', 'what it can do here, measured by running canaries', 'anneal sandbox probe --json')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/sandbox-probe.ts')).sandboxProbeCommand, options));
  levels(command(sandbox, 'run <file>', 'run one program in it and print the execution as JSON', 'anneal sandbox run program.py'))
    .option(...shared.language)
    .option('--timeout <seconds>', 'CPU seconds; wall is one more (default: 5)')
    .option('--stdin <file>', 'standard input; - reads ours')
    .option('--arg <text>', 'argument for the program, repeatable', collect)
    .option(...shared.interpreter)
    .option(...shared.json)
    .action((file: string, options) => run(async () => (await import('./commands/sandbox-run.ts')).sandboxRunCommand, options, file));
  levels(
    command(
      program,
      'observe <file>',
      'run calls against a program in the sandbox and print what came back',
      'anneal observe f.py -c "f(1)" -c "f(\'x\')"',
    ),
  )
    .requiredOption('-c, --call <source>', 'a call, repeatable; for a program that answers from data: JSON, or @FILE', collect)
    .option(...shared.profile)
    .option(...shared.language)
    .option('--timeout <seconds>', 'CPU seconds for all calls; wall is one more (default: 5)')
    .option(...shared.interpreter)
    .option(...shared.json)
    .action((file: string, options) => run(async () => (await import('./commands/observe.ts')).observeCommand, options, file));
  command(program, 'extract <file>', 'what would be taken from a saved model reply, and why', 'anneal extract reply.md -l lua --entry f')
    .option('-l, --language <name>', 'python, lua, javascript or typescript (default: python)')
    .option('--entry <name>', 'the function that the reply must define, or that its tests are about')
    .option('--wanted <what>', 'code, json or tests (default: code)')
    .option('--cut', 'the reply was cut off at a token limit')
    .option(...shared.json)
    .action((file: string, options) => run(async () => (await import('./commands/extract.ts')).extractCommand, options, file));
  levels(
    command(
      program,
      'test <file>',
      'run a test file on a program in the sandbox: partial credit and how far the result can be trusted',
      'anneal test slugify.py --tests test_slugify.py',
    ),
  )
    .option('--tests <file>', 'pytest, unittest, busted, luaunit, node:test, vitest, or a plain script')
    .option(...shared.language)
    .option('--timeout <seconds>', 'CPU seconds of the program (default: 5)')
    .option(...shared.interpreter)
    .option(...shared.json)
    .action((file: string, options) => run(async () => (await import('./commands/test.ts')).testCommand, options, file));
}

function addBench(program: Command, run: CommandRunner): void {
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

function addHousekeeping(program: Command, run: CommandRunner): void {
  command(program, 'profiles [name]', 'Lua hosts that --profile knows, and whether their Lua is here', 'anneal profiles wf-vars')
    .option(...shared.json)
    .action((name: string | undefined, options) =>
      run(async () => (await import('./commands/profiles.ts')).profilesCommand, options, name),
    );
  command(program, 'doctor', 'what works on this machine, and the fix for what does not', 'anneal doctor')
    .option('--full', 'measure the model too, in a few minutes, and go by it from then on')
    .option('-b, --backend <name>', 'with --full: where the model runs (default: auto)')
    .option('-m, --model <name>', 'with --full: model name, or the path of a GGUF file')
    .option('-l, --language <name>', 'with --full: language of the known tasks (default: python, else what is here)')
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option('--budget-seconds <n>', 'with --full: the whole measurement (default: 240)')
    .option('--question-seconds <n>', 'with --full: one question to the model (default: 60)')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/doctor.ts')).doctorCommand, options));
  const config = program.command('config').description('the effective configuration, with where each value came from');
  command(config, 'show', 'every setting, its value and its source', 'anneal config show --json', { isDefault: true })
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/config-show.ts')).configShowCommand, options));
  command(config, 'trust [folder]', 'let this folder’s anneal.json set everything', 'anneal config trust .')
    .option('--remove', 'trust it no longer')
    .action((folder: string | undefined, options) =>
      run(async () => (await import('./commands/config-trust.ts')).configTrustCommand, options, folder),
    );
  const store = program.command('store').description('the database of runs');
  command(store, 'check', 'is it whole and readable', 'anneal store check', { isDefault: true })
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/store.ts')).storeCheckCommand, options));
  command(store, 'prune', 'remove old finished runs', 'anneal store prune --max-runs 1000')
    .option('--max-runs <n>', 'finished runs to keep')
    .option('--max-age-days <n>', 'days to keep a finished run')
    .option('--max-megabytes <n>', 'megabytes of events to keep')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/store.ts')).storePruneCommand, options));
  command(store, 'migrate', 'bring it to this version’s schema', 'anneal store migrate').action((options) =>
    run(async () => (await import('./commands/store.ts')).storeMigrateCommand, options),
  );
}

function addCompletion(program: Command, run: CommandRunner): void {
  command(
    program,
    'completion <shell>',
    'a completion script for bash, zsh or fish',
    'anneal completion bash > ~/.local/share/bash-completion/completions/anneal\n  anneal completion fish > ~/.config/fish/completions/anneal.fish',
  ).action((shell: string, options) =>
    run(async () => (await import('./commands/completion.ts')).completionCommand(program), options, shell),
  );
}

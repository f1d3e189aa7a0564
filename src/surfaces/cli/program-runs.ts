import type { Command } from 'commander';
import { type CommandRunner, collect, addCommand as command } from './add-command.ts';
import { shared } from './shared-options.ts';

const exitCodes = `
Exit codes: 0 success · 1 failed · 2 bad input · 3 unsure · 4 a question needs an answer · 5 model · 6 sandbox or runtime ·
7 storage · 130 cancelled`;

/** `anneal run`. */
export function addRun(program: Command, run: CommandRunner): void {
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

/** `anneal fix`. */
export function addFix(program: Command, run: CommandRunner): void {
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

/** `anneal chat`. */
export function addChat(program: Command, run: CommandRunner): void {
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

/** `anneal runs …`: what was stored of them. */
export function addRuns(program: Command, run: CommandRunner): void {
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

import type { Command } from 'commander';
import { type CommandRunner, collect, addCommand as command } from './add-command.ts';
import { shared } from './shared-options.ts';

/** What is done to programs that are there already: `anneal sandbox …`, `observe`, `extract` and `test`. */
export function addPrograms(program: Command, run: CommandRunner): void {
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

import { Command } from 'commander';
import { type CommandRunner, addCommand as command } from './add-command.ts';
import { type BackendInfo, nameBackends } from './backend-choice.ts';
import { addBench } from './program-bench.ts';
import { addPrograms } from './program-code.ts';
import { addConfig, addDoctor, addModels, addProfiles, addStore } from './program-machine.ts';
import { addChat, addFix, addRun, addRuns } from './program-runs.ts';
import { addMcp, addServe } from './program-serve.ts';
import { addSkills } from './program-skills.ts';

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
  anneal run "факториал числа n" -l lua --signature "function factorial(n)" -e "factorial(5) == 120" -e "factorial(0) == 1" -n 32
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
  addProfiles(program, run);
  addDoctor(program, run);
  addConfig(program, run);
  addStore(program, run);
  addCompletion(program, run);
  nameBackends(program, backends);
  return program;
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

import type { Command, CommandOptions } from 'commander';
import type { CliCommand } from './cli-context.ts';

/** Runs a loaded command inside signal handling and error display; the composition root supplies it. */
export type CommandRunner = <Options, Given extends readonly unknown[]>(
  load: () => Promise<CliCommand<Options, Given>>,
  options: Options,
  ...given: Given
) => Promise<void>;

/** A command with what every command has. */
export function addCommand(
  parent: Command,
  nameAndArguments: string,
  description: string,
  example: string,
  more: CommandOptions = {},
): Command {
  return parent
    .command(nameAndArguments, more)
    .description(description)
    .option('--quiet', 'only data, warnings and errors')
    .option('--verbose', 'more of what happens')
    .addHelpText('after', `\nExample:\n  ${example}`);
}

/** For options that may be given several times. */
export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

import type { Command, CommanderError } from 'commander';
import { AppError } from '../../domain/app-error.ts';
import { nearest } from '../../domain/nearest-name.ts';
import { shellWord } from '../../domain/shell-word.ts';

/** Commander's complaint in our form, with the nearest command or flag, or the help that lists them. */
export function usageError(argv: readonly string[], thrown: CommanderError, program: Command): AppError {
  const [first = '', ...more] = thrown.message.split('\n');
  const command = commandOf(argv, program);
  const message = isUnknownSubcommand(thrown, command) ? `unknown command '${wordAfter(argv, command)}'` : first.replace(/^error: /, '');
  const path = pathOf(command);
  return new AppError('usage', message, suggestion(thrown, message, command, more.join(' ')) ?? `${path} --help`);
}

function suggestion(thrown: CommanderError, message: string, command: Command, commanders: string): string | null {
  const path = pathOf(command);
  const typed = /'([^']+)'$/.exec(message)?.[1] ?? '';
  const lists = command.parent?.commands.some((child) => child.name() === 'list');
  if (thrown.code === 'commander.missingArgument' && lists === true && /^(?:id|name)$/.test(typed))
    return `${path.replace(/ \S+$/, '')} list`;
  if (thrown.code === 'commander.unknownOption') {
    const names = command.options.flatMap((option) => [option.long, option.short]).filter((name) => name !== null && name !== undefined);
    const meant = nearest(typed.split('=')[0] ?? '', names);
    return meant === null ? `${path} --help` : `did you mean ${meant}? all flags: ${path} --help`;
  }
  if (thrown.code === 'commander.unknownCommand' || thrown.code === 'commander.excessArguments') {
    const meant = nearest(
      typed,
      command.commands.map((child) => child.name()),
    );
    if (meant !== null) return `did you mean "${path} ${meant}"? all commands: ${path} --help`;
  }
  if (thrown.code === 'commander.excessArguments') {
    const { args } = command;
    if (command.registeredArguments[0]?.name() === 'task') return `put the request in quotes: ${path} ${shellWord(args.join(' '))}`;
    const [file = '', tests = ''] = args;
    const takesTests = args.length === 2 && command.options.some(({ long }) => long === '--tests');
    if (takesTests) return `${path} ${shellWord(file)} --tests ${shellWord(tests)}`;
  }
  return /did you mean/i.test(commanders) ? commanders.replace(/^\(|\)$/g, '') : null;
}

/** `runs lst` reaches the default subcommand, which then has one argument too many. */
function isUnknownSubcommand({ code }: CommanderError, command: Command): boolean {
  return code === 'commander.excessArguments' && command.commands.length > 0;
}

const wordAfter = (argv: readonly string[], command: Command): string => argv[argv.indexOf(command.name()) + 1] ?? '';

function commandOf(argv: readonly string[], program: Command): Command {
  let command = program;
  for (const word of argv) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child === undefined) break;
    command = child;
  }
  return command;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

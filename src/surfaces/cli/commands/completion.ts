import type { Command } from 'commander';
import { AppError } from '../../../domain/app-error.ts';
import { nearest } from '../../../domain/nearest-name.ts';
import type { CliCommand } from '../cli-context.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import { commandTree } from '../completion/command-tree.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `anneal completion SHELL`: a script made of this very command line. */
export const completionCommand =
  (program: Command): CliCommand<object, [shell: string]> =>
  async ({ deps, terminal }, _options, shell) => {
    const known = Object.keys(scripts);
    const name = known.find((candidate) => candidate === shell) as keyof typeof scripts | undefined;
    if (name === undefined) {
      const meant = nearest(shell, known);
      throw new AppError(
        'usage',
        `there is no completion for "${shell}"`,
        `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${known.join(', ')}`,
      );
    }
    terminal.data(scripts[name](commandTree(program, { '--profile': deps.profiles.map((profile) => profile.name) })));
    return 0;
  };

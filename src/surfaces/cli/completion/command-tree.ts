import type { Command, Option } from 'commander';
import { languageIds } from '../../../domain/contract.ts';
import { sandboxLevels } from '../../../domain/execution.ts';

/** What may follow a flag: nothing, one of these words, a file, or something that cannot be guessed. */
export type FlagValue = { readonly type: 'none' | 'file' | 'any' } | { readonly type: 'words'; readonly words: readonly string[] };
export type Flag = { readonly names: readonly string[]; readonly about: string; readonly value: FlagValue };

/** One place in the command line: `''` is the program itself, `runs list` a command below it. */
export type CommandNode = {
  readonly path: string;
  readonly children: readonly { readonly name: string; readonly about: string }[];
  readonly flags: readonly Flag[];
  /** Its arguments are files, or one of these words. */
  readonly argument: FlagValue;
};

const wordsOf: Readonly<Record<string, readonly string[]>> = {
  '--language': languageIds,
  '--min-level': sandboxLevels,
  '--phase': ['queued', 'running', 'waiting', 'interrupted', 'done'],
};
const shells: readonly string[] = ['bash', 'zsh', 'fish'];

/** What may follow a flag, where the command line itself does not know it, e.g. `--profile`. */
type WordsOfFlags = Readonly<Record<string, readonly string[]>>;

/** Every command of the program with its flags, as completion needs them. */
export function commandTree(program: Command, words: WordsOfFlags = {}, path = ''): readonly CommandNode[] {
  const children = program.commands.filter((child) => child.name() !== 'help');
  const own: CommandNode = {
    path,
    children: children.map((child) => ({ name: child.name(), about: child.description() })),
    flags: [
      ...program.options.map((option) => ({
        names: [option.short, option.long].filter((name) => name !== undefined && name !== null),
        about: option.description,
        value: flagValue(option, words),
      })),
      { names: ['-h', '--help'], about: 'help with an example', value: { type: 'none' } },
    ],
    argument: argumentOf(program),
  };
  return [own, ...children.flatMap((child) => commandTree(child, words, path === '' ? child.name() : `${path} ${child.name()}`))];
}

function flagValue({ long, flags, argChoices }: Option, more: WordsOfFlags): FlagValue {
  const value = /[<[]([\w-]+)/.exec(flags)?.[1];
  if (value === undefined) return { type: 'none' };
  const words = argChoices ?? more[long ?? ''] ?? wordsOf[long ?? ''];
  if (words !== undefined) return { type: 'words', words };
  return { type: value === 'file' || value === 'path' ? 'file' : 'any' };
}

function argumentOf({ registeredArguments }: Command): FlagValue {
  const [first] = registeredArguments;
  if (first === undefined) return { type: 'none' };
  if (first.name() === 'shell') return { type: 'words', words: shells };
  return { type: first.name() === 'file' || first.name() === 'folder' ? 'file' : 'any' };
}

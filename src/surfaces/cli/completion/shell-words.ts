import type { CommandNode, Flag } from './command-tree.ts';

/** One word of a shell that takes single quotes literally (bash, zsh). */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Which word leads from one place of the command line to the next. */
export const places = (tree: readonly CommandNode[]): readonly { readonly from: string; readonly name: string; readonly to: string }[] =>
  tree.flatMap(({ path, children }) => children.map(({ name }) => ({ from: path, name, to: path === '' ? name : `${path} ${name}` })));

export const withValue = ({ flags }: CommandNode): readonly Flag[] => flags.filter(({ value }) => value.type !== 'none');

import type { CommandNode, Flag } from './command-tree.ts';

/** Which word leads from one place of the command line to the next. */
export const places = (tree: readonly CommandNode[]): readonly { readonly from: string; readonly name: string; readonly to: string }[] =>
  tree.flatMap(({ path, children }) => children.map(({ name }) => ({ from: path, name, to: path === '' ? name : `${path} ${name}` })));

export const withValue = ({ flags }: CommandNode): readonly Flag[] => flags.filter(({ value }) => value.type !== 'none');

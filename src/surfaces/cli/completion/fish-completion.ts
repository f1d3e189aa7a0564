import type { CommandNode, FlagValue } from './command-tree.ts';
import { places } from './shell-words.ts';

/** Inside single quotes fish knows an escaped backslash and quote. */
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A script for fish: `anneal completion fish > ~/.config/fish/completions/anneal.fish`. */
export function fishCompletion(tree: readonly CommandNode[]): string {
  const reply = (value: FlagValue): string => {
    if (value.type === 'words') return ` -x -a ${quote(value.words.join(' '))}`;
    return value.type === 'file' ? ' -r -F' : value.type === 'any' ? ' -x' : '';
  };
  const lines = tree.flatMap(({ path, children, flags, argument }) => {
    const at = `complete -c anneal -n ${quote(`__anneal_at ${quote(path)}`)}`;
    return [
      ...children.map(({ name, about }) => `${at} -a ${name} -d ${quote(about)}`),
      ...(children.length > 0
        ? []
        : argument.type === 'words'
          ? [`${at} -a ${quote(argument.words.join(' '))}`]
          : argument.type === 'file'
            ? [`${at} -F`]
            : []),
      ...flags.map(({ names, about, value }) => {
        const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
        return `${at} ${forms}${reply(value)} -d ${quote(about)}`;
      }),
    ];
  });
  return `# Completion of anneal for fish: anneal completion fish > ~/.config/fish/completions/anneal.fish
function __anneal_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
${places(tree)
  .map(({ from, name, to }) => `      case ${quote(`${from} ${name}`)}\n        set at ${quote(to)}`)
  .join('\n')}
    end
  end
  test "$at" = "$argv[1]"
end
complete -c anneal -f
${lines.join('\n')}
`;
}

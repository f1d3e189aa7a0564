import { shellWord } from '../../../domain/shell-word.ts';
import type { CommandNode, FlagValue } from './command-tree.ts';
import { places, withValue } from './shell-words.ts';

/** A script for bash 4 and newer: `source <(anneal completion bash)`. */
export function bashCompletion(tree: readonly CommandNode[]): string {
  const reply = (value: FlagValue): string => {
    if (value.type === 'words') return `COMPREPLY=($(compgen -W ${shellWord(value.words.join(' '))} -- "$cur"))`;
    return value.type === 'file' ? 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))' : 'COMPREPLY=()';
  };
  const values = tree.flatMap((node) =>
    withValue(node).map(
      ({ names, value }) => `    ${names.map((name) => shellWord(`${node.path}|${name}`)).join('|')}) ${reply(value)}; return ;;`,
    ),
  );
  const words = tree.map(({ path, children, flags, argument }) => {
    const flagWords = flags.flatMap(({ names }) => names).join(' ');
    const others =
      children.length > 0
        ? `COMPREPLY=($(compgen -W ${shellWord(children.map(({ name }) => name).join(' '))} -- "$cur"))`
        : reply(argument);
    return `    ${shellWord(path)})\n      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W ${shellWord(flagWords)} -- "$cur")); else ${others}; fi ;;`;
  });
  return `# Completion of anneal for bash. In ~/.bashrc: source <(anneal completion bash)
_anneal() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${places(tree)
  .map(({ from, name, to }) => `      ${shellWord(`${from} ${name}`)}) at=${shellWord(to)} ;;`)
  .join('\n')}
    esac
  done
  case "$at|$prev" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
}
complete -F _anneal anneal
`;
}

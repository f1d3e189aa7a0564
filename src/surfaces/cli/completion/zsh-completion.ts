import { shellWord } from '../../../domain/shell-word.ts';
import type { CommandNode, FlagValue } from './command-tree.ts';
import { places, withValue } from './shell-words.ts';

/** A script for zsh: in the folder of `$fpath` as `_anneal`, or sourced after `compinit`. */
export function zshCompletion(tree: readonly CommandNode[]): string {
  const reply = (value: FlagValue): string => {
    if (value.type === 'words') return `compadd -- ${value.words.map(shellWord).join(' ')}`;
    return value.type === 'file' ? '_files' : ':';
  };
  const described = (name: string, about: string): string => shellWord(`${name.replaceAll(':', '\\:')}:${about}`);
  const values = tree.flatMap((node) =>
    withValue(node).map(
      ({ names, value }) => `    ${names.map((name) => shellWord(`${node.path}|${name}`)).join('|')}) ${reply(value)}; return ;;`,
    ),
  );
  const words = tree.map(({ path, children, flags, argument }) => {
    const flagWords = flags.flatMap(({ names, about }) => names.map((name) => described(name, about))).join(' ');
    const childWords = children.map(({ name, about }) => described(name, about)).join(' ');
    const others = children.length > 0 ? `found=(${childWords}); _describe command found` : reply(argument);
    return `    ${shellWord(path)})\n      if [[ $PREFIX == -* ]]; then found=(${flagWords}); _describe option found; else ${others}; fi ;;`;
  });
  return `#compdef anneal
# Completion of anneal for zsh. In ~/.zshrc, after compinit: source <(anneal completion zsh)
_anneal() {
  local at='' i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
${places(tree)
  .map(({ from, name, to }) => `      ${shellWord(`${from} ${name}`)}) at=${shellWord(to)} ;;`)
  .join('\n')}
    esac
  done
  case "$at|\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
}
if [[ \${funcstack[1]} == _anneal ]]; then _anneal "$@"; else compdef _anneal anneal; fi
`;
}

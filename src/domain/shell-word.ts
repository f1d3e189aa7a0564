/** A text as one word of a shell that takes single quotes literally (sh, bash, zsh). */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

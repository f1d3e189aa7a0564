import type { Entry } from './contract.ts';

/** How a program is entered, for people. A function is named alone: its signature is written in its language. */
export function entryInWords(entry: Entry): string {
  switch (entry.kind) {
    case 'function':
      return entry.name;
    case 'module':
      return entry.exports.length === 0 ? 'a module' : `a module with ${entry.exports.join(', ')}`;
    case 'script':
      return 'a program with standard input and output';
    case 'chunk-return':
      return 'a chunk that returns its answer';
  }
}

import type { RunRequest } from '../domain/run-request.ts';

const titleCharacters = 120;

/** The first line with text of what the person said, capped, without control characters. */
export function titleOf({ message, task }: Pick<RunRequest, 'message' | 'task'>): string {
  const line = (message ?? task).split(/\r\n|\r|\n/).find((candidate) => candidate.trim() !== '') ?? '';
  const characters = [...line.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()];
  return characters.length <= titleCharacters ? characters.join('') : `${characters.slice(0, titleCharacters - 1).join('')}…`;
}

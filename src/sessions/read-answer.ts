import type { RunState } from '../domain/run-state.ts';
import type { Language } from '../ports/language.ts';
import type { Answer } from '../runs/run-service-types.ts';

const mostValueCharacters = 1000;

/** A line as the answer to the open question: an option's letter, or a plain value; null when it is a new statement. */
export function readAnswer({ question, contract }: RunState, line: string, language: Language): Answer | null {
  if (question === null) return null;
  const text = line.trim();
  if (question.options.length === 0) return { value: text };
  const option = question.options.find(({ id, value }) => id.toLowerCase() === text.toLowerCase().replace(/[).]$/, '') || value === text);
  if (option !== undefined) return { optionId: option.id };
  if (/^raises \w+$/.test(text)) return { value: text };
  // Longer ones are no value that a person types, and may take long to read.
  if (text.length > mostValueCharacters) return null;
  const name = contract?.entry.kind === 'function' ? contract.entry.name : null;
  if (name === null || contract === null) return null;
  const isLiteral = language.literalArguments({ type: 'expression', expression: `${name}(${text})` }, contract)?.length === 1;
  return isLiteral ? { value: text } : null;
}

/**
 * Whether a line that is no answer was meant as a value: a number, or what begins with a bracket or a quote and says nothing in
 * words. Taken as a statement, a forgotten bracket would throw the question away.
 */
export function isMeantAsValue({ contract }: RunState, line: string): boolean {
  // Only where a value can be read it is known to be none.
  if (contract?.entry.kind !== 'function') return false;
  const text = line.trim();
  if (text.length > mostValueCharacters || text.includes('\n')) return false;
  if (/^[-+]?[\d.,][-+\d.,_ eExX]*$/.test(text)) return true;
  const outsideQuotes = text.replace(/(["'`]).*?(?:\1|$)/g, '""');
  return /^["'`[{(]/.test(text) && !/\p{L}{2,}[\s,]+\p{L}{2,}/u.test(outsideQuotes);
}

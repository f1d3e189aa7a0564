import type { Language, SolvedExample } from '../../ports/language.ts';
import { type Assignment, hostNotes, shownChecks } from './chat-prompt.ts';

/** Longest context that is shown, in characters: the whole prompt is one text that must stay short for a small model. */
export const completionContextCap = 2000;

/**
 * One text for a model that only continues text: solved requests as comments above their code, the wanted one begun. With
 * `showChecks` the examples of both stand there too.
 */
export function completionPrompt(
  language: Language,
  examples: readonly SolvedExample[],
  { task, examples: typed, context, code }: Assignment,
  prefill: string,
  showChecks: boolean,
): string {
  const comment = language.id === 'python' ? '#' : language.id === 'lua' ? '--' : '//';
  const lines = (texts: readonly string[]): string => texts.map((text) => `${comment} ${text.replaceAll(/\s+/g, ' ').trim()}`).join('\n');
  const heading = (request: string, checks: readonly string[]): string => lines([request, ...(showChecks ? checks : [])]);
  const solved = examples.map((example) => `${heading(example.request, example.checks?.slice(0, shownChecks) ?? [])}\n${example.code}\n`);
  const rules = hostNotes(language).trim() === '' ? [] : [`${lines(hostNotes(language).trim().split('\n'))}\n`];
  const data = context === undefined ? [] : [`${lines(context.slice(0, completionContextCap).trimEnd().split('\n'))}\n`];
  const revised = code === undefined ? [] : [`${code.trimEnd()}\n`];
  // The begun definition follows without the fence that a chat answer has.
  return [...rules, ...solved, ...data, ...revised, `${heading(task, typed)}\n${prefill.replace(/^```\w*\n/, '')}`].join('\n');
}

import type { Language, SolvedExample } from '../../ports/language.ts';

/** One text for a model that only continues text: solved requests as comments above their code, the wanted one begun. */
export function completionPrompt(language: Language, examples: readonly SolvedExample[], task: string, prefill: string): string {
  const comment = language.id === 'python' ? '#' : language.id === 'lua' ? '--' : '//';
  const heading = (request: string): string => `${comment} ${request.replaceAll(/\s+/g, ' ').trim()}`;
  const solved = examples.map(({ request, code }) => `${heading(request)}\n${code}\n`);
  // The begun definition follows without the fence that a chat answer has.
  return [...solved, `${heading(task)}\n${prefill.replace(/^```\w*\n/, '')}`].join('\n');
}

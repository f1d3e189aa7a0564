import type { LanguageId } from '../domain/contract.ts';
import { loadSolvedExamples } from '../few-shot/load-solved-examples.ts';
import type { SolvedExample } from '../ports/language.ts';
import { luaProfile } from './lua-profiles.ts';

/** Solved examples for prompts: the person's own file when there is one, else those of the profile, else the shipped ones. Throws `not-found` or `bad-input`. */
export async function loadExamples(language: LanguageId, file: string | null, profile?: string): Promise<readonly SolvedExample[]> {
  if (file !== null) return loadSolvedExamples(language, { file });
  const ofHost = profile === undefined ? [] : (await luaProfile(profile)).examples;
  return ofHost.length > 0 ? ofHost : loadSolvedExamples(language);
}

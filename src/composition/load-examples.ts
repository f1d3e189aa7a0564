import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { SolvedExample } from '../ports/language.ts';
import { luaProfile } from './lua-profiles.ts';

const lineSchema = z.object({
  request: z.string().min(1),
  code: z.string().min(1),
  language: z.string().optional(),
  checks: z.array(z.string()).optional(),
});

/** Solved examples for prompts: the person's own file when there is one, else those of the profile, else the shipped ones. Throws `not-found` or `bad-input`. */
export async function loadExamples(language: LanguageId, file: string | null, profile?: string): Promise<readonly SolvedExample[]> {
  const ofHost = file === null && profile !== undefined ? (await luaProfile(profile)).examples : [];
  if (ofHost.length > 0) return ofHost;
  if (file === null) return (await import('../few-shot/load-solved-examples.ts')).loadSolvedExamples(language);
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT')
      throw new AppError('not-found', `few-shot file ${file} does not exist`, 'check the path: ls -l', { cause });
    throw new AppError('bad-input', `few-shot file ${file} cannot be read (${cause.code})`, `check its permissions: ls -l ${file}`, {
      cause,
    });
  });
  const examples: SolvedExample[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = readLine(line, `${file}, line ${index + 1}`);
    if (parsed.language !== undefined && parsed.language !== language) continue;
    const { request, code, checks } = parsed;
    examples.push({ request, code, ...(checks === undefined ? {} : { checks }) });
  }
  return examples;
}

function readLine(line: string, place: string): z.output<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch (cause) {
    const hint = 'each line is one JSON object: {"request": "…", "code": "…"}, and language and checks if you like';
    throw new AppError('bad-input', `few-shot ${place}: not a solved example`, hint, { cause });
  }
}

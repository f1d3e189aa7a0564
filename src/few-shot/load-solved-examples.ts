import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/app-error.ts';
import { type LanguageId, languageIds } from '../domain/contract.ts';
import { systemCode, systemReason } from '../domain/system-error.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { SolvedExample } from '../ports/language.ts';

const lineSchema = z.object({
  request: z.string().trim().min(1),
  code: z.string().trim().min(1),
  checks: z.array(z.string()).optional(),
  /** A file may serve several languages; a line without it serves all. */
  language: z.enum(languageIds).optional(),
});

const largestFileBytes = 4 * 1024 * 1024;
const hint = 'Each line is a JSON object such as {"request": "Sum of two numbers", "code": "def add(a, b):\\n    return a + b"}.';

/**
 * Solved examples of a language: the shipped ones, or in their place those of `file` (JSON lines: `request`, `code`,
 * and if wanted `checks` and `language`). A file may hold none for this language. Throws `not-found`, or `bad-input` that names
 * the file and line.
 */
export async function loadSolvedExamples(
  language: LanguageId,
  options: Abortable & { readonly file?: string } = {},
): Promise<readonly SolvedExample[]> {
  options.signal?.throwIfAborted();
  if (options.file !== undefined) return await readOwnExamples(options.file, language);
  const url = new URL(`./${language}.jsonl`, import.meta.url);
  return parseLines(await readFile(url, 'utf8'), `${language}.jsonl`, language);
}

async function readOwnExamples(file: string, language: LanguageId): Promise<readonly SolvedExample[]> {
  const text = await readText(file);
  if (text.trim() === '') throw new AppError('bad-input', `few-shot file ${file} holds no solved example.`, hint);
  return parseLines(text, `few-shot file ${file}`, language);
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > largestFileBytes)
      throw new AppError('bad-input', `few-shot file ${file} is larger than 4 MiB.`, 'Keep the best few hundred examples.');
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (systemCode(cause) === 'ENOENT')
      throw new AppError('not-found', `few-shot file ${file} does not exist.`, 'Check the path: ls -l', { cause });
    const why = cause instanceof TypeError ? 'it is not UTF-8 text' : systemReason(cause);
    throw new AppError('bad-input', `few-shot file ${file} cannot be read: ${why}.`, `Check the file: ls -l ${file}`, { cause });
  }
}

function parseLines(text: string, what: string, language: LanguageId): readonly SolvedExample[] {
  const examples: SolvedExample[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = lineSchema.safeParse(parseJson(line, `${what}, line ${index + 1}`));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const where = issue === undefined || issue.path.length === 0 ? '' : ` "${issue.path.join('.')}":`;
      throw new AppError('bad-input', `${what}, line ${index + 1}:${where} ${issue?.message ?? 'not a solved example'}.`, hint);
    }
    const { request, code, checks, language: only } = parsed.data;
    if (only !== undefined && only !== language) continue;
    examples.push({ request, code, ...(checks === undefined ? {} : { checks }) });
  }
  return examples;
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line.replace(/^\uFEFF/u, ''));
  } catch (cause) {
    throw new AppError('bad-input', `${place}: this is no JSON.`, hint, { cause });
  }
}

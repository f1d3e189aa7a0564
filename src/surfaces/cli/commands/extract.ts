import { extname } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import { type Contract, type LanguageId, languageIds } from '../../../domain/contract.ts';
import type { Language, Reply } from '../../../ports/language.ts';
import type { CliCommand } from '../cli-context.ts';
import { languageNamed } from '../program-file.ts';
import { readInputFile } from '../read-input-file.ts';

type Options = { readonly language?: string; readonly entry?: string; readonly cut?: boolean };
const maxReplyBytes = 16 * 1024 * 1024;

/** `anneal extract FILE`: the code of a saved reply on stdout and why on stderr; a `.jsonl` of cases gives a JSON line a case. */
export const extractCommand: CliCommand<Options, [file: string]> = async ({ deps, terminal }, options, file) => {
  const text = await readInputFile(file, { what: 'reply', maxBytes: maxReplyBytes });
  if (extname(file) === '.jsonl') {
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() !== '') terminal.json(await extractCase(line, `${file}, line ${index + 1}`, deps.language));
    }
    return 0;
  }
  const id = languageNamed(options.language ?? 'python');
  const extraction = extractCode(await deps.language(id), { text, finish: options.cut ? 'length' : 'stop' }, options.entry);
  if (options.json) terminal.json(extraction, 2);
  else if (extraction.type === 'code') {
    terminal.data(extraction.code.endsWith('\n') ? extraction.code : `${extraction.code}\n`);
    terminal.note(extraction.why, 'dim');
  } else terminal.alert(`rejected, ${extraction.reason}: ${extraction.detail}`, 'yellow');
  return extraction.type === 'code' ? 0 : 1;
};

function extractCode(language: Language, reply: Reply, entry: string | undefined) {
  const contract: Contract = {
    language: language.id,
    entry: entry === undefined ? { kind: 'module', exports: [] } : { kind: 'function', name: entry, parameters: [] },
  };
  return language.extract(reply, contract);
}

async function extractCase(line: string, place: string, load: (id: LanguageId) => Promise<Language>): Promise<object> {
  const given = readCase(line, place);
  if (given.wanted !== 'code') {
    return { id: given.id, reject: 'unsupported', why: `this version takes code only, not ${given.wanted}` };
  }
  const extraction = extractCode(await load(given.language), { text: given.raw, finish: given.finish }, given.entry);
  return extraction.type === 'code'
    ? { id: given.id, code: extraction.code, why: extraction.why }
    : { id: given.id, reject: extraction.reason, why: extraction.detail };
}

type Case = { id: unknown; language: LanguageId; wanted: string; raw: string; finish: 'stop' | 'length'; entry?: string };

function readCase(line: string, place: string): Case {
  const wrong = (message: string, cause?: unknown) =>
    new AppError('bad-input', `${place}: ${message}`, 'each line needs id, language, wanted, raw and finish', { cause });
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    throw wrong('not valid JSON', cause);
  }
  const { id, raw, entry, finish = 'stop', wanted = 'code' } = data;
  const language = languageIds.find((candidate) => candidate === data.language);
  if (language === undefined || typeof raw !== 'string') throw wrong('language or raw is missing');
  return {
    id,
    language,
    raw,
    wanted: String(wanted),
    finish: finish === 'length' ? 'length' : 'stop',
    ...(typeof entry === 'string' ? { entry } : {}),
  };
}

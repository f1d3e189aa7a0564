import { extname } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { Extraction, Language, Reply, ValueExtraction } from '../../../ports/language.ts';
import { readReplyCase, type Wanted } from '../../reply-case.ts';
import type { CliCommand } from '../cli-context.ts';
import { languageNamed } from '../program-file.ts';
import { readInputFile } from '../read-input-file.ts';

type Options = { readonly language?: string; readonly entry?: string; readonly cut?: boolean; readonly wanted?: string };
const maxReplyBytes = 16 * 1024 * 1024;

/** What a person can do about a rejected reply. */
const nextSteps: Readonly<Record<Extract<Extraction, { readonly type: 'rejected' }>['reason'], string>> = {
  empty: 'The server sent nothing: a thinking model may have used up its room; allow more tokens or turn thinking off.',
  truncated: 'A run asks again with more room; for a saved reply, raise the token limit of the server.',
  'no-code': 'Ask for code in one fenced block.',
  syntax: 'The code is broken as it stands; a run samples others and repairs with the message of the parser.',
  'wrong-language': 'Name the language with -l, or say it in the request.',
  ambiguous: 'Name the function that counts with --entry.',
  refusal: 'Say what the code is for, or use another model.',
  'entry-missing': 'Name another function with --entry, or leave it out to take the last block.',
};

/** `anneal extract FILE`: what a saved reply gives on stdout and why on stderr; a `.jsonl` of cases gives a JSON line a case. */
export const extractCommand: CliCommand<Options, [file: string]> = async ({ deps, terminal }, options, file) => {
  const text = await readInputFile(file, { what: 'reply', maxBytes: maxReplyBytes });
  if (extname(file) === '.jsonl') {
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      const given = readReplyCase(line, `${file}, line ${index + 1}`);
      terminal.json({
        id: given.id,
        ...outcome(extract(await deps.language(given.language), given.wanted, given.reply, given.contract, given.schema)),
      });
    }
    return 0;
  }
  const language = await deps.language(languageNamed(options.language ?? 'python'));
  const contract: Contract = {
    language: language.id,
    entry:
      options.entry === undefined
        ? { kind: 'module', exports: [] }
        : { kind: 'function', name: options.entry, parameters: [{ name: 'args', variadic: true }] },
  };
  const found = extract(language, wantedNamed(options.wanted ?? 'code'), { text, finish: options.cut ? 'length' : 'stop' }, contract);
  if (options.json) terminal.json(outcome(found), 2);
  else if (found.type === 'code') terminal.data(found.code);
  else if (found.type === 'value') terminal.json(found.value, 2);
  if (found.type === 'rejected') {
    if (!options.json) terminal.alert(`nothing taken (${found.reason}): ${found.detail}`, 'yellow');
    terminal.note(nextSteps[found.reason], 'dim');
  } else if (!options.json) terminal.note(`why: ${found.why}`, 'dim');
  return found.type === 'rejected' ? 1 : 0;
};

const wantedNamed = (name: string): Wanted => {
  if (name === 'code' || name === 'json' || name === 'tests') return name;
  throw new AppError('usage', `--wanted: "${name}" is not one`, 'allowed: code, json, tests');
};

function extract(language: Language, wanted: Wanted, reply: Reply, contract: Contract, schema?: Parameters<Language['extractJson']>[1]) {
  if (wanted === 'json') return language.extractJson(reply, schema);
  return wanted === 'tests' ? language.extractTestCases(reply, contract) : language.extract(reply, contract);
}

/** `code`, `json` or `reject`, and why. A reply whose code lacks the entry has no code that was asked for. */
function outcome(found: Extraction | ValueExtraction): object {
  if (found.type === 'code') return { code: found.code, why: found.why };
  if (found.type === 'value') return { json: found.value, why: found.why };
  return { reject: found.reason === 'entry-missing' ? 'no-code' : found.reason, why: found.detail };
}

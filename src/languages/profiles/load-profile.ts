import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../domain/app-error.ts';
import { systemCode } from '../../domain/system-error.ts';
import type { SolvedExample } from '../../ports/language.ts';
import type { LuaHost, LuaPrelude } from '../lua/lua-host.ts';
import { type ProfileFile, profileFileSchema } from './profile-file.ts';

const exampleSchema = z.strictObject({ request: z.string().min(1), code: z.string().min(1), checks: z.array(z.string()).optional() });

/** The folder that holds one folder a profile. */
const shipped = new URL('./', import.meta.url);

/**
 * Reads one profile: `profile.json`, and where they are there `prelude.lua`, `notes.md` and `examples.jsonl`. Throws
 * `bad-config` that names the file, and the line or field. `folders` is where profiles lie, for tests of broken ones.
 */
export async function loadProfile(id: string, folders: URL = shipped): Promise<LuaHost> {
  const folder = new URL(`${id}/`, folders);
  const read = (name: string): Promise<string | null> => readIfThere(new URL(name, folder));
  const [file, prelude, notes, examples] = await Promise.all([
    read('profile.json'),
    read('prelude.lua'),
    read('notes.md'),
    read('examples.jsonl'),
  ]);
  if (file === null) throw broken(`${id}/profile.json`, 'it is not there');
  const data = readProfile(file, `${id}/profile.json`);
  if (data.id !== id) throw broken(`${id}/profile.json`, `"id" is ${JSON.stringify(data.id)}, not the name of its folder`);
  const { title, about, dialect, lint } = data;
  const libraries = await Promise.all(data.libraries.map((name) => readLibrary(name, id, folders)));
  return {
    id,
    title,
    about,
    dialect,
    runsOn: data.standIn?.dialect ?? dialect,
    unchecked: data.standIn?.unchecked ?? null,
    entry: entryOf(data),
    contextKeys: data.context ?? null,
    notes: notes?.trim() ?? '',
    preludes: prelude === null ? [] : [...libraries, { file: `${id}/prelude.lua`, source: prelude }],
    lint: {
      absent: new Map(Object.entries(lint.absent)),
      globals: new Map(Object.entries(lint.globals)),
      rules: lint.rules.map((rule) => ({ ...rule, pattern: new RegExp(rule.pattern, 'u') })),
      mustReturn: lint.mustReturn,
      noNewGlobals: lint.noNewGlobals,
    },
    examples: examples === null ? [] : readExamples(examples, `${id}/examples.jsonl`),
  };
}

async function readLibrary(name: string, id: string, folders: URL): Promise<LuaPrelude> {
  for (const file of [`${id}/${name}.lua`, `shared/${name}.lua`]) {
    const source = await readIfThere(new URL(file, folders));
    if (source !== null) return { file, source };
  }
  throw broken(`${id}/profile.json`, `"libraries": there is no ${name}.lua`);
}

async function readIfThere(url: URL): Promise<string | null> {
  try {
    return await readFile(url, 'utf8');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null;
    throw cause;
  }
}

function entryOf({ entry }: ProfileFile): LuaHost['entry'] {
  if (entry === undefined) return null;
  if (entry.kind !== 'chunk-return') return entry;
  return { kind: 'chunk-return', ...(entry.wrap === undefined ? {} : { wrap: entry.wrap }) };
}

function readProfile(text: string, file: string): ProfileFile {
  const parsed = profileFileSchema.safeParse(readJson(text, file, 1));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw broken(file, issue === undefined ? 'it has another form' : `"${issue.path.join('.')}": ${issue.message}`);
}

function readExamples(text: string, file: string): readonly SolvedExample[] {
  return text.split('\n').flatMap((line, index): readonly SolvedExample[] => {
    if (line.trim() === '') return [];
    const parsed = exampleSchema.safeParse(readJson(line, file, index + 1));
    if (!parsed.success) throw broken(`${file}:${index + 1}`, parsed.error.issues[0]?.message ?? 'not a solved example');
    const { request, code, checks } = parsed.data;
    return [{ request, code, ...(checks === undefined ? {} : { checks }) }];
  });
}

function readJson(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad-config', `profile ${file}:${line}: no valid JSON: ${String((cause as Error).message)}`, repairHint, { cause });
  }
}

const repairHint = 'mend the file, or take the profile from a fresh installation: npm ci && npm run build';

const broken = (file: string, why: string): AppError => new AppError('bad-config', `profile ${file}: ${why}`, repairHint);

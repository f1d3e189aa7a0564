import type { Json } from '../../domain/json.ts';
import type { Warning } from '../../domain/run-event.ts';
import type { SkillCategory } from '../../domain/skill.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { failsOneQuestion } from '../failed-question.ts';
import { asData } from '../prompts/chat-prompt.ts';
import { contentWords } from './content-words.ts';
import type { NamingDeps } from './decide-deps.ts';
import { freeName, longestDescription, longestTitle, type SkillName, slug } from './name-by-rules.ts';
import { cut, oneLine } from './short-text.ts';

type Wanted = {
  /** The category that is settled; null: the model names a new one too. */
  readonly category: string | null;
  readonly taken: ReadonlySet<string>;
  /** Existing categories. */
  readonly paths: ReadonlySet<string>;
};

export type NamedByModel = SkillName & { readonly category: SkillCategory | null };

const maxTokens = 200;
const longestCategoryDescription = 120;
const requestCap = 2000;
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

/**
 * Title, description and, where it is wanted, a new category as the model words them; the name follows from the title. Null, with
 * the reason as a warning, where there is no model, or what it wrote is no such object or says nothing of the request.
 */
export async function nameByModel(
  request: string,
  wanted: Wanted,
  { model, jsonIn }: NamingDeps,
  options: Abortable,
): Promise<{ readonly value: NamedByModel | null; readonly warnings: readonly Warning[] }> {
  const byRules = (detail: string) => ({ value: null, warnings: [{ feature: 'names', detail: `${detail}: rules named the skill.` }] });
  if (model === null) return byRules('There is no deciding model');
  if (!model.capabilities.promptForms.includes('chat')) return byRules(`${model.id} does not take chat turns`);
  const fields: Readonly<Record<string, { readonly hint: string; readonly most: number }>> = {
    title: { hint: 'two to five English words', most: longestTitle },
    description: { hint: 'one English sentence: what the program does', most: 300 },
    ...(wanted.category === null
      ? {
          category: { hint: 'one English word, for programs of this kind', most: 30 },
          categoryDescription: { hint: 'a few words', most: longestCategoryDescription },
        }
      : {}),
  };
  const names = Object.keys(fields);
  const shown = names.map((name) => `"${name}": "${fields[name]?.hint ?? ''}"`).join(', ');
  const content = `${asData('request', request, requestCap)}\n\nName a program that does this. Answer with one JSON object:\n{${shown}}`;
  const properties = Object.fromEntries(names.map((name) => [name, text(fields[name]?.most ?? 1)]));
  const jsonSchema = model.capabilities.jsonSchema
    ? { jsonSchema: { type: 'object', properties, required: names, additionalProperties: false } }
    : {};
  const ask = {
    form: 'chat',
    messages: [{ role: 'user', content }],
    seeds: [1],
    temperature: 0,
    maxTokens,
    stop: [],
    ...jsonSchema,
  } as const;
  try {
    let reply = '';
    for await (const part of model.complete({ purpose: 'decide', ...ask }, options)) if (part.type === 'sample-end') reply = part.text;
    const hints = Object.values(fields).map(({ hint }) => slug(hint));
    const named = readNames(jsonIn(reply), request, wanted, new Set(hints));
    return named === null ? byRules(`${model.id} wrote no usable title`) : { value: named, warnings: [] };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!failsOneQuestion(error)) throw error;
    return byRules(error.message.replace(/[.\s]+$/u, ''));
  }
}

/** The last object of the reply that holds what was asked for. */
function readNames(values: readonly Json[], request: string, wanted: Wanted, hints: ReadonlySet<string>): NamedByModel | null {
  for (const object of values.flatMap((value) => objectsIn(value)).reverse()) {
    const read = stringsOf(object);
    const title = cut(read.get('title') ?? '', longestTitle);
    const description = cut(read.get('description') ?? '', longestDescription);
    // A small model may hand the form back as it is.
    if (hints.has(slug(title)) || hints.has(slug(description))) continue;
    if (slug(title) === '' || description === '' || !speaksOf(request, `${title} ${description}`)) continue;
    const path = slug(read.get('category') ?? '');
    if (wanted.category === null && (path === '' || [...hints].some((hint) => hint.startsWith(path)))) continue;
    const category = { path, description: cut(read.get('categoryDescription') ?? '', longestCategoryDescription) };
    return { name: freeName(slug(title), wanted.taken), title, description, category: wanted.category === null ? category : null };
  }
  return null;
}

type JsonObject = { readonly [key: string]: Json };

const mostLevels = 4;

/** The objects of a value, an outer one before those in it. */
function objectsIn(value: Json, level = 0): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null || level === mostLevels) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => objectsIn(item, level + 1));
  const object = value as JsonObject;
  return [object, ...Object.values(object).flatMap((item) => objectsIn(item, level + 1))];
}

const stringsOf = (object: JsonObject): ReadonlyMap<string, string> =>
  new Map(Object.entries(object).flatMap(([key, value]) => (typeof value === 'string' ? [[key, oneLine(value)] as const] : [])));

/** A word in common, where the request has any that could be in an English text. */
function speaksOf(request: string, answer: string): boolean {
  const asked = contentWords(request).filter((word) => /^[a-z]+$/u.test(word));
  const said = new Set(contentWords(answer));
  return asked.length === 0 || asked.some((word) => said.has(word));
}

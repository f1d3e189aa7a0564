import type { Json } from '../../domain/json.ts';
import { asArray, asRecord } from '../read-json.ts';

type Schema = { readonly [key: string]: Json };

export type GrammarSchema = {
  readonly schema: Schema;
  /** Keywords that the grammar does not hold the model to. */
  readonly loose: readonly string[];
};

/** What any JSON value is, in keywords that node-llama-cpp knows. */
const anything: Schema = {
  oneOf: [
    ...['string', 'number', 'boolean', 'null', 'array'].map((type): Schema => ({ type })),
    { type: 'object', additionalProperties: true },
  ],
};

/** Keywords that change nothing of what a value may be. */
const silent = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
const formats = new Set(['date', 'time', 'date-time']);

/**
 * A JSON Schema in the keywords that node-llama-cpp makes a grammar of. It takes any other for "null" or for an empty object, in
 * silence: a union would always be null. What has no counterpart is left open, and named. The grammar wants every property it
 * knows, so an optional one that leads back to itself is left out: no answer would end.
 */
export function grammarSchema(given: Json): GrammarSchema {
  const root = asRecord(given);
  const defs = { ...asRecord(root.definitions), ...asRecord(root.$defs) };
  const loose = new Set<string>();
  const context: Context = { defs, loose };
  const schema = rewritten(given as Json, context);
  const $defs = Object.fromEntries(Object.entries(defs).map(([name, def]) => [name, rewritten(def as Json, context)]));
  return { schema: Object.keys($defs).length === 0 ? schema : { ...schema, $defs }, loose: [...loose] };
}

type Context = { readonly defs: Readonly<Record<string, unknown>>; readonly loose: Set<string> };

function rewritten(given: Json, context: Context): Schema {
  if (given === false) context.loose.add('false');
  const schema = asRecord(given) as Schema;
  const { form, used } = formOf(schema, context);
  for (const name of Object.keys(schema)) {
    if (!used.includes(name) && !silent.has(name) && !['definitions', '$defs'].includes(name)) context.loose.add(name);
  }
  return form;
}

type Form = { readonly form: Schema; readonly used: readonly string[] };

function formOf(schema: Schema, context: Context): Form {
  const name = referenced(schema);
  if (name !== null && name in context.defs) return { form: { $ref: `#/$defs/${name}` }, used: ['$ref'] };
  if (schema.$ref !== undefined) return { form: anything, used: [] };
  if (schema.const !== undefined) return { form: { const: schema.const }, used: ['const', 'type'] };
  if (schema.enum !== undefined) return { form: { enum: schema.enum }, used: ['enum', 'type'] };
  for (const union of ['anyOf', 'oneOf', 'allOf'] as const) {
    const choices = asArray(schema[union]) as readonly Json[];
    const [only] = choices;
    if (only === undefined) continue;
    if (choices.length === 1) return { form: rewritten(only, context), used: [union] };
    if (union !== 'allOf') return { form: { oneOf: choices.map((choice) => rewritten(choice, context)) }, used: [union] };
  }
  if (Array.isArray(schema.type)) {
    const each = schema.type.map((type): Form => formOf({ ...schema, type } as Schema, context));
    return { form: { oneOf: each.map(({ form }) => form) }, used: ['type', ...each.flatMap(({ used }) => used)] };
  }
  switch (schema.type ?? impliedType(schema)) {
    case 'object':
      return objectForm(schema, context);
    case 'array':
      return arrayForm(schema, context);
    case 'string': {
      const format = typeof schema.format === 'string' && formats.has(schema.format);
      const kept = format ? ['format'] : ['minLength', 'maxLength'];
      return { form: { type: 'string', ...picked(schema, kept) }, used: ['type', ...kept] };
    }
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { form: { type: schema.type as string }, used: ['type'] };
    default:
      return { form: anything, used: [] };
  }
}

const impliedType = (schema: Schema): string | null =>
  'properties' in schema || 'required' in schema
    ? 'object'
    : 'items' in schema || 'prefixItems' in schema
      ? 'array'
      : 'minLength' in schema || 'maxLength' in schema
        ? 'string'
        : null;

function objectForm(schema: Schema, context: Context): Form {
  const given = asRecord(schema.properties) as Schema;
  const required = asArray(schema.required).filter((name): name is string => typeof name === 'string');
  const wanted = Object.entries(given).filter(([name, rule]) => required.includes(name) || !leadsBack(asRecord(rule) as Schema, context));
  const properties = {
    ...Object.fromEntries(wanted.map(([name, rule]) => [name, rewritten(rule, context)])),
    ...Object.fromEntries(required.filter((name) => !(name in given)).map((name) => [name, anything])),
  };
  const more = schema.additionalProperties;
  const others: Json =
    typeof more === 'object' && more !== null ? rewritten(more, context) : more !== false && Object.keys(properties).length === 0;
  return {
    form: { type: 'object', properties, additionalProperties: others },
    used: ['type', 'properties', 'required', 'additionalProperties'],
  };
}

function arrayForm(schema: Schema, context: Context): Form {
  const { items, prefixItems } = schema;
  const kept = ['minItems', 'maxItems'];
  return {
    form: {
      type: 'array',
      items: items === undefined ? anything : rewritten(items, context),
      ...(Array.isArray(prefixItems) ? { prefixItems: prefixItems.map((item) => rewritten(item as Json, context)) } : {}),
      ...picked(schema, kept),
    },
    used: ['type', 'items', 'prefixItems', ...kept],
  };
}

const picked = (schema: Schema, names: readonly string[]): Schema =>
  Object.fromEntries(names.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])));

/** The definition that a schema stands for. */
const referenced = (schema: Schema): string | null => /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(String(schema.$ref))?.[1] ?? null;

/** It stands for a definition that contains itself. */
function leadsBack(schema: Schema, { defs }: Context): boolean {
  const name = referenced(schema);
  if (name === null) return false;
  const seen = new Set<string>();
  const open = [...namesIn(defs[name])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...namesIn(defs[next]));
  }
  return seen.has(name);
}

const namesIn = (schema: unknown): readonly string[] =>
  [...JSON.stringify(schema ?? null).matchAll(/"\$ref":"#\/(?:\$defs|definitions)\/([^"/]+)"/g)].map(([, name]) => name ?? '');

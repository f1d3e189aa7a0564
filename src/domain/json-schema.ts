import type { Json } from './json.ts';

type Fields = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a value keeps to a JSON schema, as far as is looked at: `type`, `enum`, `const`, `properties`, `required`, `items`,
 * `additionalProperties: false`, `anyOf` and `oneOf`. Enough to tell an answer from an echo of its own schema, and to see that a server
 * accepts a schema and does not enforce it; other keywords pass.
 */
export function fitsSchema(value: Json, schema: Json): boolean {
  if (!isObject(schema)) return schema !== false;
  const { type, properties, required, items, additionalProperties } = schema;
  if (Array.isArray(schema.enum) && !schema.enum.some((item: Json) => JSON.stringify(item) === JSON.stringify(value))) return false;
  if (schema.const !== undefined && JSON.stringify(schema.const) !== JSON.stringify(value)) return false;
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) return false;
  for (const key of ['anyOf', 'oneOf']) {
    const options = schema[key];
    if (Array.isArray(options) && !options.some((option: Json) => fitsSchema(value, option))) return false;
  }
  if (Array.isArray(value)) return items === undefined || value.every((item: Json) => fitsSchema(item, items));
  if (!isObject(value)) return true;
  if (Array.isArray(required) && !required.every((key) => typeof key === 'string' && key in value)) return false;
  const known = isObject(properties) ? properties : {};
  if (additionalProperties === false && !Object.keys(value).every((key) => key in known)) return false;
  return Object.entries(known).every(([key, inner]) => {
    const member = value[key];
    return member === undefined || fitsSchema(member, inner);
  });
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

import { asArray, asRecord } from './read-json.ts';

/**
 * Whether `text` is JSON that keeps to a schema, since servers accept schemas that they do not enforce.
 * Checks `type`, `enum`, `const`, `properties`, `required`, `items` and `anyOf`; other keywords pass.
 */
export function fitsJsonSchema(text: string, schema: unknown): boolean {
  try {
    return fits(JSON.parse(text), schema);
  } catch {
    return false;
  }
}

function fits(value: unknown, schema: unknown): boolean {
  const rules = asRecord(schema);
  if (Array.isArray(rules.anyOf) && !rules.anyOf.some((option) => fits(value, option))) return false;
  if ('const' in rules && JSON.stringify(rules.const) !== JSON.stringify(value)) return false;
  if (Array.isArray(rules.enum) && !rules.enum.some((option) => JSON.stringify(option) === JSON.stringify(value))) return false;
  const types = typeof rules.type === 'string' ? [rules.type] : asArray(rules.type);
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return false;
  if (Array.isArray(value)) return rules.items === undefined || value.every((item) => fits(item, rules.items));
  if (value === null || typeof value !== 'object') return true;
  const record = asRecord(value);
  if (asArray(rules.required).some((key) => typeof key === 'string' && !(key in record))) return false;
  return Object.entries(asRecord(rules.properties)).every(([key, rule]) => !(key in record) || fits(record[key], rule));
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

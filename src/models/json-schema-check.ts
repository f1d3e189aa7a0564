import type { Json } from '../domain/json.ts';
import { fitsSchema } from '../domain/json-schema.ts';

/** Whether `text` is JSON that keeps to a schema: servers accept schemas that they do not enforce. */
export function fitsJsonSchema(text: string, schema: Json): boolean {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  return fitsSchema(value, schema);
}

import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import { asRecord, asString } from '../read-json.ts';

/** Which fields a model refused: servers differ, and newer models of one server refuse what older ones want. */
export type FieldMemory = {
  /** The fields that are set and were not refused, under the names that are taken. */
  kept(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** True when the refusal names a field of `body` that can be left out, or renamed, from now on: the call may be sent again. */
  learn(error: unknown, body: Readonly<Record<string, unknown>>): boolean;
  refused(field: string): boolean;
  /** What was left out since the last time, for the person. */
  takeWarnings(): readonly Warning[];
};

/** `optional`: each field with the feature that a warning names; null: nobody misses it. `renames`: other names for a field. */
export function createFieldMemory(
  optional: Readonly<Record<string, string | null>>,
  renames: Readonly<Record<string, string>> = {},
): FieldMemory {
  const refused = new Set<string>();
  const renamed = new Set<string>();
  let warnings: Warning[] = [];
  return {
    kept: (fields) =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([name, value]) => value !== undefined && !refused.has(name))
          .map(([name, value]) => [renamed.has(name) ? (renames[name] ?? name) : name, value]),
      ),
    refused: (field) => refused.has(field),
    learn(error, body) {
      if (!(error instanceof HttpStatusError) || (error.status !== 400 && error.status !== 422)) return false;
      const other = Object.entries(renames).find(([from, to]) => from in body && isNamed(error, from) && error.message.includes(to));
      if (other !== undefined) {
        renamed.add(other[0]);
        return true;
      }
      const field = Object.keys(optional).find((name) => name in body && !refused.has(name) && isNamed(error, name));
      if (field === undefined) return false;
      refused.add(field);
      const feature = optional[field] ?? null;
      if (feature !== null) warnings.push(warned(feature, say('field-refused', { field, why: error.message })));
      return true;
    },
    takeWarnings() {
      const taken = warnings;
      warnings = [];
      return taken;
    },
  };
}

/** In `error.param`, or as a word of the message. One letter alone is a word only in quotes. */
function isNamed(error: HttpStatusError, field: string): boolean {
  const param = asString(asRecord(asRecord(error.body).error).param);
  if (param !== null && param !== '')
    return param === field || param.startsWith(`${field}.`) || (error.message.includes(field) && field.length > 3);
  const pattern = field.length < 3 ? `['"\`]${field}['"\`]` : `(?<![\\w-])${field}(?![\\w-])`;
  return new RegExp(pattern, 'u').test(error.message);
}

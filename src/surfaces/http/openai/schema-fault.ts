/** Where a JSON Schema breaks the standard's own rules (draft 2020-12), as fields from its root, and how. */
export type SchemaFault = { readonly path: readonly string[]; readonly message: string };

type Check = (value: unknown, at: Place) => SchemaFault | null;
type Place = { readonly path: readonly string[]; readonly root: unknown };

/** Fields from the root; a deeper schema only costs a server its stack. */
const mostDepth = 64;

/** What each keyword must hold. Keywords that are not listed say nothing of form, or are not the standard's, and pass. */
const keywords: Readonly<Record<string, Check>> = {
  type: (value, at) => (everyOne(value, isTypeName) ? null : fault(at, `must be one of ${typeNames.join(', ')}, or a list of them`)),
  enum: (value, at) => (isList(value) && value.length > 0 ? null : fault(at, 'must be a list of values')),
  required: (value, at) => (isList(value) && value.every(isText) ? null : fault(at, 'must be a list of names')),
  pattern: (value, at) => (isText(value) && isPattern(value) ? null : fault(at, 'must be a regular expression')),
  format: (value, at) => (isText(value) ? null : fault(at, 'must be a text')),
  properties: schemas,
  patternProperties: schemas,
  $defs: schemas,
  definitions: schemas,
  additionalProperties: faultIn,
  propertyNames: faultIn,
  contains: faultIn,
  not: faultIn,
  if: faultIn,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: faultIn,
  else: faultIn,
  // Older drafts have a list here.
  items: (value, at) => (isList(value) ? listed(value, at) : faultIn(value, at)),
  prefixItems: filledList,
  anyOf: filledList,
  oneOf: filledList,
  allOf: filledList,
  $ref: reference,
  ...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], 'must be a number', (value) => typeof value === 'number'),
  ...each(['multipleOf'], 'must be a number above 0', (value) => typeof value === 'number' && value > 0),
  ...each(
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
    'must be a whole number from 0',
    (value) => Number.isInteger(value) && Number(value) >= 0,
  ),
};

/** The first fault of a schema; null: it is one. */
export const schemaFault = (schema: unknown): SchemaFault | null => faultIn(schema, { path: [], root: schema });

function faultIn(schema: unknown, at: Place): SchemaFault | null {
  if (typeof schema === 'boolean') return null;
  if (!isRecord(schema)) return fault(at, 'must be a schema: an object, or true or false');
  if (at.path.length > mostDepth) return fault({ ...at, path: at.path.slice(0, 8) }, 'is nested too deeply');
  return first(Object.entries(schema), ([name, value]) =>
    Object.hasOwn(keywords, name) ? (keywords[name]?.(value, inside(at, name)) ?? null) : null,
  );
}

function schemas(value: unknown, at: Place): SchemaFault | null {
  if (!isRecord(value)) return fault(at, 'must be an object of schemas');
  return first(Object.entries(value), ([name, schema]) => faultIn(schema, inside(at, name)));
}

const listed = (value: readonly unknown[], at: Place): SchemaFault | null =>
  first([...value.entries()], ([index, schema]) => faultIn(schema, inside(at, String(index))));

function filledList(value: unknown, at: Place): SchemaFault | null {
  return isList(value) && value.length > 0 ? listed(value, at) : fault(at, 'must be a list of schemas');
}

/** Nothing is fetched: a reference points into the schema itself. */
function reference(value: unknown, at: Place): SchemaFault | null {
  if (!isText(value) || !/^#(?:\/|$)/.test(value)) return fault(at, 'must point into this schema, as "#/$defs/name" does');
  let found: unknown = at.root;
  for (const step of value.split('/').slice(1).map(unescaped)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return fault(at, 'points at nothing in this schema');
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return null;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

function each(names: readonly string[], message: string, isGood: (value: unknown) => boolean): Record<string, Check> {
  return Object.fromEntries(names.map((name) => [name, (value: unknown, at: Place) => (isGood(value) ? null : fault(at, message))]));
}

function first<T>(items: readonly T[], look: (item: T) => SchemaFault | null): SchemaFault | null {
  for (const item of items) {
    const found = look(item);
    if (found !== null) return found;
  }
  return null;
}

const fault = ({ path }: Place, message: string): SchemaFault => ({ path, message });
const inside = ({ path, root }: Place, name: string): Place => ({ path: [...path, name], root });

const typeNames: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isTypeName = (value: unknown): boolean => typeNames.includes(value);
const everyOne = (value: unknown, test: (item: unknown) => boolean): boolean =>
  isList(value) ? value.length > 0 && value.every(test) : test(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

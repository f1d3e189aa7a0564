import { badSkill } from './bad-skill.ts';
import { type Field, fieldAsText } from './front-matter.ts';
import { skillLimits } from './skill-limits.ts';

export type StandardFields = {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
};

const known: ReadonlySet<string> = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']);

/** Why text is no name of a skill; null when it is one. */
export function nameFault(name: string): string | null {
  if (name === '') return 'a name must not be empty';
  if (name.length > skillLimits.nameCharacters) return `a name has at most ${skillLimits.nameCharacters} characters`;
  if (!/^[a-z0-9-]+$/u.test(name)) return 'a name is made of a–z, 0–9 and - only';
  if (name.startsWith('-') || name.endsWith('-')) return 'a name neither begins nor ends with -';
  return name.includes('--') ? 'a name has no two - in a row' : null;
}

/**
 * The fields of the Agent Skills standard, by its rules: `name` is the folder's, lengths are kept, `metadata` is text.
 * Fields that the standard does not know are noted, not refused. Throws `bad-input`.
 */
export function standardFields(fields: ReadonlyMap<string, Field>, folderName: string, place: string): StandardFields {
  const notes: string[] = [];
  const name = requiredText(fields, 'name', place);
  const fault = nameFault(name);
  if (fault !== null)
    throw badSkill(place, `name: ${JSON.stringify(name)}: ${fault}`, 'name it like its folder, e.g. name: parse-csv-line');
  if (name !== folderName)
    throw badSkill(
      place,
      `name: ${name} is not its folder's name ${folderName}`,
      `rename the folder to ${name}, or write name: ${folderName}`,
    );
  const description = requiredText(fields, 'description', place);
  refuseLong(description, 'description', skillLimits.descriptionCharacters, place);
  const compatibility = optionalText(fields, 'compatibility', place);
  if (compatibility !== null) refuseLong(compatibility, 'compatibility', skillLimits.compatibilityCharacters, place);
  for (const field of fields.keys())
    if (!known.has(field)) notes.push(`the field ${JSON.stringify(field)} is not part of the standard and has no effect here`);
  if (fields.has('allowed-tools')) notes.push('allowed-tools grants nothing here: a body only ever runs in the sandbox');
  return {
    name,
    description,
    license: optionalText(fields, 'license', place),
    compatibility,
    metadata: metadataOf(fields, place, notes),
    notes,
  };
}

function requiredText(fields: ReadonlyMap<string, Field>, key: string, place: string): string {
  const value = fields.get(key);
  if (value === undefined) throw badSkill(place, `its front matter has no ${key}`, `add a line ${key}: …`);
  if (typeof value !== 'string' || value.trim() === '') throw badSkill(place, `${key} is no text`, `write ${key}: as one text`);
  return value.trim();
}

function optionalText(fields: ReadonlyMap<string, Field>, key: string, place: string): string | null {
  const value = fields.get(key);
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw badSkill(place, `${key} is no text`, `write ${key}: as one text`);
  return value.trim();
}

function refuseLong(text: string, key: string, most: number, place: string): void {
  const { length } = [...text];
  if (length > most)
    throw badSkill(
      place,
      `${key} has ${length} characters; at most ${most} are allowed`,
      `shorten ${key}; details go below the second ---`,
    );
}

function metadataOf(fields: ReadonlyMap<string, Field>, place: string, notes: string[]): Readonly<Record<string, string>> {
  const metadata = fields.get('metadata');
  if (metadata === undefined || metadata === '') return {};
  if (!(metadata instanceof Map)) throw badSkill(place, 'metadata is no mapping', 'write metadata: and, indented below it, key: value');
  const entries: [string, string][] = [];
  for (const [key, value] of metadata as ReadonlyMap<string, Field>) {
    if (typeof value !== 'string') notes.push(`metadata.${key} is no text; it was read as JSON`);
    entries.push([key, fieldAsText(value)]);
  }
  return Object.fromEntries(entries);
}

import { nearest } from '../domain/nearest-name.ts';

/** What is written instead of a method of another language, by its name. */
export type ForeignNames = Readonly<Record<string, string>>;

/** One sentence for an attribute that a value does not have. */
export function attributeHint(name: string, foreign: ForeignNames, known: readonly string[], fallback: string): string {
  const instead = Object.hasOwn(foreign, name) ? foreign[name] : undefined;
  if (instead !== undefined) return `Use ${instead}.`;
  const meant = nearest(name, known);
  return meant === null ? fallback : `Did you mean ${meant}?`;
}

import { type LanguageId, languageIds } from '../domain/contract.ts';
import type { SkillBodyKind, SkillStatus } from '../domain/skill.ts';
import { skillLimits } from './skill-limits.ts';

/** The keys of `metadata` that are ours. */
export const ownKeys = {
  category: 'agent-category',
  status: 'agent-status',
  language: 'agent-language',
  kind: 'agent-kind',
  profile: 'agent-profile',
  /** The body's file, e.g. `scripts/slugify.py`. */
  body: 'agent-body',
  bodySha256: 'agent-body-sha256',
} as const;

export type OwnMetadata = {
  readonly category: string;
  /** What the folder says of itself. */
  readonly claimed: SkillStatus | null;
  readonly language: LanguageId | null;
  readonly kind: SkillBodyKind | null;
  readonly profile: string | null;
  readonly body: string | null;
  readonly bodySha256: string | null;
  readonly notes: readonly string[];
};

const statuses: readonly SkillStatus[] = ['stub', 'unverified', 'verified', 'quarantined'];
const kinds: readonly SkillBodyKind[] = ['function', 'predict-act'];

/** Reads our keys; a value that is none of ours is noted and left out, so that folders of other agents can be read. */
export function ownMetadata(metadata: Readonly<Record<string, string>>): OwnMetadata {
  const notes: string[] = [];
  const oneOf = <T extends string>(key: string, allowed: readonly T[]): T | null => {
    const value = metadata[key];
    if (value === undefined) return null;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) notes.push(`metadata.${key}: ${JSON.stringify(value.slice(0, 80))} is none of ${allowed.join(', ')}`);
    return found ?? null;
  };
  const matching = (key: string, pattern: RegExp): string | null => {
    const value = metadata[key];
    if (value === undefined || pattern.test(value)) return value ?? null;
    notes.push(`metadata.${key}: ${JSON.stringify(value.slice(0, 80))} cannot be used`);
    return null;
  };
  return {
    category: categoryOf(metadata[ownKeys.category], notes),
    claimed: oneOf(ownKeys.status, statuses),
    language: oneOf(ownKeys.language, languageIds),
    kind: oneOf(ownKeys.kind, kinds),
    profile: matching(ownKeys.profile, /^[a-z0-9][a-z0-9.-]{0,40}$/u),
    body: matching(ownKeys.body, bodyPath),
    bodySha256: matching(ownKeys.bodySha256, /^[0-9a-f]{64}$/u),
    notes,
  };
}

/** One file of `scripts`. */
const bodyPath = /^scripts\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,100}$/u;
export const isBodyPath = (path: string): boolean => bodyPath.test(path);

/** A path of a category such as `text/parse`. */
export function isCategoryPath(path: string): boolean {
  const parts = path.split('/');
  return parts.length <= skillLimits.categoryDepth && parts.every((part) => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/u.test(part));
}

function categoryOf(value: string | undefined, notes: string[]): string {
  if (value === undefined || value === '' || isCategoryPath(value)) return value ?? '';
  notes.push(`metadata.${ownKeys.category}: ${JSON.stringify(value.slice(0, 80))} is no path such as text/parse`);
  return '';
}

import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { Skill } from '../domain/skill.ts';

/** Over all that decides how the body behaves and what it is tested for; words and category may change without it. */
export function skillHash({ language, kind, profile, entry, signature, body, tests }: HashedParts): string {
  return sha256(canonicalJson({ v: 1, language, kind, profile, entry, signature, body: body?.text ?? null, tests }));
}

type HashedParts = Pick<Skill, 'language' | 'kind' | 'profile' | 'entry' | 'signature' | 'body' | 'tests'>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

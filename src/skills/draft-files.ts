import { stringify } from 'yaml';
import type { SkillDraft } from '../domain/skill.ts';
import { badSkill } from './bad-skill.ts';
import { contractPath, writeContract } from './contract-file.ts';
import { isBodyPath, ownKeys } from './own-metadata.ts';
import { sha256 } from './skill-hash.ts';
import { testsPath, writeTests } from './tests-file.ts';

/** The files of a new skill, by their path. */
export function draftFiles(draft: SkillDraft): Readonly<Record<string, string>> {
  const { body, tests, entry, signature } = draft;
  if (body !== null && !isBodyPath(body.path))
    throw badSkill(draft.name, `${JSON.stringify(body.path)} is no place for a body`, 'use scripts/name.py or the like');
  return {
    'SKILL.md': skillText(draft),
    ...(entry === null && signature === null ? {} : { [contractPath]: writeContract({ entry, signature }) }),
    ...(body === null ? {} : { [body.path]: body.text }),
    ...(body === null || tests.length === 0 ? {} : { [testsPath(body.path)]: writeTests(tests) }),
  };
}

function skillText(draft: SkillDraft): string {
  const { name, description, license, compatibility, body } = draft;
  const own: Readonly<Record<string, string | null>> = {
    [ownKeys.category]: draft.category === '' ? null : draft.category,
    [ownKeys.status]: draft.status,
    [ownKeys.language]: draft.language,
    [ownKeys.kind]: draft.kind,
    [ownKeys.profile]: draft.profile,
    [ownKeys.body]: body?.path ?? null,
    [ownKeys.bodySha256]: body === null ? null : sha256(body.text),
  };
  const metadata = Object.fromEntries(
    Object.entries({ ...draft.metadata, ...own }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const fields = {
    name,
    description,
    ...(license === null ? {} : { license }),
    ...(compatibility === null ? {} : { compatibility }),
    metadata,
  };
  return `---\n${stringify(fields, { lineWidth: 0, version: '1.2', aliasDuplicateObjects: false })}---\n\n${draft.instructions.trim()}\n`;
}

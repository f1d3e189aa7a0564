import { basename, join } from 'node:path';
import type { Skill, SkillStatus } from '../domain/skill.ts';
import { badSkill } from './bad-skill.ts';
import { contractPath, parseContract } from './contract-file.ts';
import { readFrontMatter } from './front-matter.ts';
import { ownMetadata } from './own-metadata.ts';
import { readSafeText } from './safe-file.ts';
import { sha256, skillHash } from './skill-hash.ts';
import { skillLimits } from './skill-limits.ts';
import { standardFields } from './standard-fields.ts';
import { parseTests, testsPath } from './tests-file.ts';

/** A skill as its folder tells it: what it says of its own status is a claim. */
export type ReadSkill = Omit<Skill, 'root' | 'status'> & { readonly claimed: SkillStatus | null };

/**
 * Reads a folder as a skill. `name`: what the folder is called where it will lie, if not here.
 * Throws `bad-input` with the place and the next step.
 */
export async function readFolder(folder: string, name: string = basename(folder)): Promise<ReadSkill> {
  const upper = await readSafeText(folder, 'SKILL.md', skillLimits.textBytes);
  const text = upper ?? (await readSafeText(folder, 'skill.md', skillLimits.textBytes));
  if (text === null) throw badSkill(folder, 'it has no SKILL.md', 'add SKILL.md, or move the folder elsewhere');
  const place = join(folder, upper === null ? 'skill.md' : 'SKILL.md');
  const { fields, instructions } = readFrontMatter(text, place);
  const standard = standardFields(fields, name, place);
  const own = ownMetadata(standard.metadata);
  const notes = [...standard.notes, ...own.notes];
  const body = own.body === null ? null : { path: own.body, text: await readBody(folder, own.body) };
  const contractText = await readSafeText(folder, contractPath, skillLimits.contractBytes);
  const contract = contractText === null ? { entry: null, signature: null } : parseContract(contractText, join(folder, contractPath));
  const tests = body === null ? [] : await readTests(folder, testsPath(body.path));
  if (body !== null && own.bodySha256 !== null && own.bodySha256 !== sha256(body.text)) {
    notes.push('the body is not the one that its front matter names: it was changed since');
  }
  if (own.claimed === 'verified') notes.push('it says of itself that it is verified; that counts only once it was verified here');
  const { name: ownName, description, license, compatibility, metadata } = standard;
  const { category, claimed, language, profile } = own;
  const kind = own.kind ?? (body === null ? null : 'function');
  const parts = { language, kind, profile, ...contract, body, tests };
  return {
    ...{ name: ownName, description, license, compatibility, metadata, instructions, category, claimed, notes, markdown: text },
    ...parts,
    hash: skillHash(parts),
  };
}

async function readBody(folder: string, path: string): Promise<string> {
  const text = await readSafeText(folder, path, skillLimits.textBytes);
  if (text === null)
    throw badSkill(join(folder, path), 'its front matter names this file as the body, and it is not there', 'put the body there');
  return text;
}

async function readTests(folder: string, path: string): ReturnType<typeof testsOf> {
  return testsOf(await readSafeText(folder, path, skillLimits.textBytes), join(folder, path));
}

const testsOf = async (text: string | null, place: string): Promise<Skill['tests']> => (text === null ? [] : parseTests(text, place));

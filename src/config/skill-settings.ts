import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../domain/app-error.ts';
import { systemCode } from '../domain/system-error.ts';
import type { Folders } from './folders.ts';
import { writeConfigFile } from './write-config-file.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
export type SkillSetting = z.output<typeof scalar>;

const tiersOf = <T extends z.ZodType>(value: T) => {
  const values = z.record(z.string(), value);
  return z.strictObject({
    user: values.default({}),
    categories: z.record(z.string(), values).default({}),
    skills: z.record(z.string(), values).default({}),
  });
};
const settingsSchema = tiersOf(scalar);
const secretsSchema = tiersOf(z.string());
const grantsSchema = z.strictObject({ grants: z.array(z.strictObject({ skill: z.string(), hash: z.string(), host: z.string() })) });

type Tiers<T> = {
  readonly user: Readonly<Record<string, T>>;
  readonly categories: Readonly<Record<string, Readonly<Record<string, T>>>>;
  readonly skills: Readonly<Record<string, Readonly<Record<string, T>>>>;
};

const settingsFile = (folders: Folders): string => join(folders.config, 'skill-settings.json');
const secretsFile = (folders: Folders): string => join(folders.config, 'skill-secrets.json');
const grantsFile = (folders: Folders): string => join(folders.config, 'skill-grants.json');

/** Where a setting holds: for all skills, for a category and what is below it, or for one skill. */
export type SettingScope =
  | { readonly type: 'user' }
  | { readonly type: 'category'; readonly path: string }
  | { readonly type: 'skill'; readonly name: string };

export type SettingsOfSkill = {
  /** The nearest tier wins: skill, then category from the innermost out, then user. */
  readonly values: Readonly<Record<string, SkillSetting>>;
  readonly secrets: Readonly<Record<string, string>>;
};

/**
 * What a skill may read: of the wider tiers only what it declares, of its own tier everything. Throws `bad-config` for a file that
 * cannot be read, and for secrets that others on this machine could read.
 */
export async function settingsOfSkill(
  folders: Folders,
  skill: { readonly name: string; readonly category: string },
  declared: readonly string[],
): Promise<SettingsOfSkill> {
  const [values, secrets] = await Promise.all([readSettings(folders), readSecrets(folders)]);
  return { values: merged(values, skill, declared), secrets: merged(secrets, skill, declared) };
}

function merged<T>(tiers: Tiers<T>, { name, category }: { readonly name: string; readonly category: string }, declared: readonly string[]) {
  const parts = category.split('/');
  const around = parts.map((_part, index) => tiers.categories[parts.slice(0, index + 1).join('/')] ?? {});
  const wide: Readonly<Record<string, T>> = Object.assign({}, tiers.user, ...around);
  const asked = Object.fromEntries(Object.entries(wide).filter(([key]) => declared.includes(key)));
  return { ...asked, ...tiers.skills[name] };
}

/** Sets one value, or takes it away with null. A secret goes to a file of its own, and a value of that name goes. */
export async function changeSkillSetting(
  folders: Folders,
  scope: SettingScope,
  key: string,
  change: { readonly value: SkillSetting | null } | { readonly secret: string | null },
): Promise<void> {
  if (!/^[A-Za-z_]\w{0,99}$/.test(key)) {
    throw new AppError('usage', `${JSON.stringify(key)} is no name of a setting`, 'use letters, digits and _, as in board_url');
  }
  const [values, secrets] = await Promise.all([readSettings(folders), readSecrets(folders)]);
  const isSecret = 'secret' in change;
  await writeConfigFile(secretsFile(folders), withValue(secrets, scope, key, isSecret ? change.secret : null));
  await writeConfigFile(settingsFile(folders), withValue(values, scope, key, isSecret ? null : change.value));
}

function withValue<T>(tiers: Tiers<T>, scope: SettingScope, key: string, value: T | null): Tiers<T> {
  const changed = (of: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> => {
    const others = Object.fromEntries(Object.entries(of).filter(([name]) => name !== key));
    return value === null ? others : { ...others, [key]: value };
  };
  if (scope.type === 'user') return { ...tiers, user: changed(tiers.user) };
  if (scope.type === 'skill') return { ...tiers, skills: { ...tiers.skills, [scope.name]: changed(tiers.skills[scope.name]) } };
  return { ...tiers, categories: { ...tiers.categories, [scope.path]: changed(tiers.categories[scope.path]) } };
}

/** Hosts that were granted to this very body of a skill; a body that changed has none. */
export async function grantedHosts(
  folders: Folders,
  skill: { readonly name: string; readonly hash: string },
): Promise<ReadonlySet<string>> {
  const { grants } = await readTiers(grantsFile(folders), grantsSchema, { grants: [] });
  return new Set(grants.filter((grant) => grant.skill === skill.name && grant.hash === skill.hash).map(({ host }) => host));
}

/** Remembers or forgets hosts for this very body; grants of its earlier bodies go. */
export async function changeGrants(
  folders: Folders,
  skill: { readonly name: string; readonly hash: string },
  hosts: ReadonlySet<string>,
): Promise<void> {
  const { grants } = await readTiers(grantsFile(folders), grantsSchema, { grants: [] });
  const others = grants.filter((grant) => grant.skill !== skill.name);
  const own = [...hosts].sort().map((host) => ({ skill: skill.name, hash: skill.hash, host }));
  await writeConfigFile(grantsFile(folders), { grants: [...others, ...own] });
}

const none = { user: {}, categories: {}, skills: {} };
const readSettings = (folders: Folders): Promise<Tiers<SkillSetting>> => readTiers(settingsFile(folders), settingsSchema, none);

async function readSecrets(folders: Folders): Promise<Tiers<string>> {
  const file = secretsFile(folders);
  const mode = await stat(file).then(
    (stats) => stats.mode & 0o077,
    () => 0,
  );
  if (mode !== 0 && process.platform !== 'win32') {
    throw new AppError('bad-config', `${file} holds secrets, and others on this machine can read it`, `chmod 600 ${file}`);
  }
  return readTiers(file, secretsSchema, none);
}

async function readTiers<T>(file: string, schema: z.ZodType<T>, absent: T): Promise<T> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return absent;
    throw new AppError('bad-config', `${file}: cannot be read`, `check its permissions: ls -l ${file}`, { cause });
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const place = cause instanceof z.ZodError ? ` (${cause.issues[0]?.path.join('.') ?? ''}: ${cause.issues[0]?.message ?? ''})` : '';
    throw new AppError('bad-config', `${file}: cannot be understood${place}`, `mend it or remove it: rm ${file}`, { cause });
  }
}

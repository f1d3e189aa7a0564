import { changeSkillSetting, type SettingScope, settingsOfSkill } from '../../../config/skill-settings.ts';
import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { readStandardInput } from '../read-standard-input.ts';
import { looksSecret, readSetting } from '../skills/body-call.ts';

type Options = {
  readonly user?: boolean;
  readonly category?: string;
  readonly set?: readonly string[];
  readonly secret?: string;
  readonly unset?: readonly string[];
};

const mostSecretBytes = 16_384;

/** `anneal skills config [NAME] [key=value…]`: sets, takes away, or shows what a skill may read. */
export const skillsConfigCommand: CliCommand<Options, [name: string | undefined, settings: readonly string[]]> = async (
  context,
  options,
  name,
  settings,
) => {
  const { deps, terminal } = context;
  const folders = await deps.folders();
  const { scope, rest } = scopeOf(options, name, settings);
  const values = rest.map(readSetting);
  const typed = values.find(([key]) => looksSecret(key));
  if (typed !== undefined) {
    const message = `${typed[0]} looks like a secret, and what is typed here stands in the shell's history`;
    throw new AppError('usage', message, `anneal skills config ${name ?? '--user'} --secret ${typed[0]}`);
  }
  for (const [key, value] of values) await changeSkillSetting(folders, scope, key, { value });
  for (const key of options.unset ?? []) {
    await changeSkillSetting(folders, scope, key, { value: null });
    await changeSkillSetting(folders, scope, key, { secret: null });
  }
  if (options.secret !== undefined)
    await changeSkillSetting(folders, scope, options.secret, { secret: await readSecret(context, options.secret) });
  const changed = [...values.map(([key]) => key), ...(options.unset ?? []), ...(options.secret === undefined ? [] : [options.secret])];
  if (changed.length > 0) terminal.note(`changed for ${describe(scope)}: ${changed.join(', ')}`);
  if (scope.type !== 'skill') return 0;
  const skill = await (await deps.skillLibrary()).read(scope.name);
  if (skill === null) throw new AppError('not-found', `there is no skill ${JSON.stringify(scope.name)}`, 'anneal skills list');
  const bodies = await deps.bodies({
    ...{ settings: await deps.settings({}), decide: {}, write: {}, writeTimeoutSeconds: 1 },
    ...{ showPull: async () => undefined, warn: () => undefined },
  });
  const declared = skill.kind === 'predict-act' && skill.body !== null ? (await bodies.declared(skill)).configVars : [];
  const found = await settingsOfSkill(folders, skill, declared);
  const all = [...new Set([...declared, ...Object.keys(found.values), ...Object.keys(found.secrets)])];
  // A secret is never shown, not even to whoever set it.
  const shown = all.map((key) => ({
    key,
    value: key in found.secrets ? '(secret)' : (found.values[key] ?? null),
    declared: declared.includes(key),
  }));
  if (options.json) terminal.json({ skill: skill.name, settings: shown }, 2);
  else for (const { key, value } of shown) terminal.data(`${key} = ${value === null ? '(not set)' : String(value)}\n`);
  return 0;
};

function scopeOf(
  { user, category }: Options,
  name: string | undefined,
  settings: readonly string[],
): { readonly scope: SettingScope; readonly rest: readonly string[] } {
  const all = name === undefined ? settings : [name, ...settings];
  if (user && category !== undefined) throw new AppError('usage', '--user and --category name two places', 'choose one of them');
  if (user) return { scope: { type: 'user' }, rest: all };
  if (category !== undefined) return { scope: { type: 'category', path: category }, rest: all };
  if (name === undefined || name.includes('='))
    throw new AppError('usage', 'no skill was named', 'anneal skills config NAME key=value, or --user key=value');
  return { scope: { type: 'skill', name }, rest: settings };
}

const describe = (scope: SettingScope): string =>
  scope.type === 'user' ? 'all skills' : scope.type === 'category' ? `the category ${scope.path}` : scope.name;

/** From standard input, so that it stands in no history and in no list of processes. */
async function readSecret({ terminal, stdin, signal }: CliContext, key: string): Promise<string> {
  if (!terminal.interactive) return trimmed(await readStandardInput(stdin, mostSecretBytes, signal));
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message: `Value of ${key}`, output: process.stderr, signal });
  if (isCancel(answer)) throw new DOMException('cancelled by the person', 'AbortError');
  return trimmed(answer);
}

function trimmed(text: string): string {
  const value = text.replace(/\r?\n$/, '');
  if (value.length < 4)
    throw new AppError('bad-input', 'a secret of fewer than four characters cannot be kept out of texts', 'give a longer one');
  return value;
}

import { changeGrants, grantedHosts } from '../../../config/skill-settings.ts';
import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand } from '../cli-context.ts';
import { readHost } from '../skills/body-call.ts';

/** `anneal skills grant NAME [HOST:PORT…]`: hosts that this very body may reach from now on; without hosts, shows them. */
export const skillsGrantCommand: CliCommand<{ readonly forget?: boolean }, [name: string, hosts: readonly string[]]> = async (
  { deps, terminal },
  options,
  name,
  hosts,
) => {
  const skill = await (await deps.skillLibrary()).read(name);
  if (skill === null) throw new AppError('not-found', `there is no skill ${JSON.stringify(name)}`, 'anneal skills list');
  const folders = await deps.folders();
  const named = hosts.map(readHost);
  const before = await grantedHosts(folders, skill);
  const kept = options.forget ? [...before].filter((host) => named.length > 0 && !named.includes(host)) : [...before, ...named];
  if (named.length > 0 || options.forget) await changeGrants(folders, skill, new Set(kept));
  const granted = [...new Set(kept)].sort();
  if (options.json) terminal.json({ skill: name, hosts: granted }, 2);
  else if (granted.length === 0) terminal.note(`${name} may reach no host`);
  else for (const host of granted) terminal.data(`${host}\n`);
  return 0;
};

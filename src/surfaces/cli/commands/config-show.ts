import { trustFile, userConfigFile } from '../../../config/folders.ts';
import { allowedValues, settingKeys, settingNames } from '../../../config/setting-keys.ts';
import type { CliCommand } from '../cli-context.ts';

/** `anneal config`: every setting, its value and where it came from. */
export const configShowCommand: CliCommand<object> = async ({ deps, terminal }, options) => {
  const { values, sources, warnings } = await deps.settings({});
  const folders = await deps.folders();
  for (const warning of warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  if (options.json) {
    const settings = Object.fromEntries(
      settingNames.map((key) => [key, { value: values[key], source: sources[key].layer, where: sources[key].where || null }]),
    );
    terminal.json({ settings, folders, files: { user: userConfigFile(folders), trust: trustFile(folders) }, warnings }, 2);
    return 0;
  }
  for (const key of settingNames) {
    const value = values[key] === null ? '-' : String(values[key]);
    const { layer, where } = sources[key];
    terminal.data(`${key.padEnd(17)} ${value.padEnd(24)} ${where === '' ? layer : `${layer}: ${where}`}\n`);
    terminal.detail(`${''.padEnd(17)} ${settingKeys[key].about}; allowed: ${allowedValues(key)}`);
  }
  terminal.note(`\nyour file: ${userConfigFile(folders)}\nruns:      ${folders.data}\nmodels:    ${folders.cache}`, 'dim');
  return 0;
};

import { trustFile, userConfigFile } from '../../../config/folders.ts';
import { allowedValues, settingKeys, settingNames } from '../../../config/setting-keys.ts';
import { shownSetting } from '../../../config/shown-setting.ts';
import type { RunError } from '../../../domain/run-event.ts';
import type { ChoiceReport } from '../../choice-report.ts';
import { backendIds } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';
import { shownError } from '../failure.ts';
import { formatBytes } from '../format-bytes.ts';

/** `anneal config`: every setting, its value and where it came from. */
export const configShowCommand: CliCommand<object> = async ({ deps, terminal, signal, invocation }, options) => {
  const settings = await deps.settings({});
  const { values, sources, warnings } = settings;
  const taken = await (await deps.models()).choice(settings).catch((thrown: unknown) => {
    signal.throwIfAborted();
    return shownError(thrown, invocation);
  });
  const folders = await deps.folders();
  for (const warning of warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  if (options.json) {
    const shown = Object.fromEntries(
      settingNames.map((key) => [
        key,
        { value: shownSetting(key, values[key]), source: sources[key].layer, where: sources[key].where || null },
      ]),
    );
    terminal.json({ settings: shown, folders, taken, files: { user: userConfigFile(folders), trust: trustFile(folders) }, warnings }, 2);
    return 0;
  }
  const width = Math.max(...settingNames.map(({ length }) => length));
  for (const key of settingNames) {
    const value = values[key] === null ? '-' : String(shownSetting(key, values[key]));
    const { layer, where } = sources[key];
    terminal.data(`${key.padEnd(width)} ${value.padEnd(24)} ${where === '' ? layer : `${layer}: ${where}`}\n`);
    terminal.detail(`${''.padEnd(width)} ${settingKeys[key].about}; allowed: ${allowedValues(key, backendIds(deps.backends))}`);
  }
  terminal.note(`\n${explained(taken)}`);
  terminal.note(`\nyour file: ${userConfigFile(folders)}\nruns:      ${folders.data}\nmodels:    ${folders.cache}`, 'dim');
  return 0;
};

/** Which model a run would take now. */
function explained(taken: ChoiceReport | RunError): string {
  if ('code' in taken) return `no model can be taken now: ${taken.message}\n  hint: ${taken.hint}`;
  const { backend, model, why, present, bytes, expectation } = taken;
  const state = present === null ? '' : present ? ' (ready)' : ` (not fetched yet${bytes === null ? '' : `, ${formatBytes(bytes)}`})`;
  return [
    `a run takes ${backend}:${model}${state} now: ${why}`,
    ...(expectation === null ? [] : [`  ${expectation}`]),
    ...taken.warnings.map(({ detail }) => `  warning: ${detail}`),
  ].join('\n');
}

import type { BodyService } from '../../../bodies/body-service.ts';
import type { EffectiveSettings } from '../../../config/load-settings.ts';
import type { NamedModel } from '../../../config/named-model.ts';
import { AppError } from '../../../domain/app-error.ts';
import type { CliContext } from '../cli-context.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { showPull } from '../show-pull.ts';

/** The flags that choose models and sandbox for skills. */
export type BodyFlags = Pick<
  RunOptions,
  'backend' | 'model' | 'baseUrl' | 'threads' | 'seed' | 'nCandidates' | 'minLevel' | 'allowUnsandboxed' | 'python'
> & {
  readonly decideModel?: string;
  readonly decideUrl?: string;
  readonly writeModel?: string;
  readonly writeUrl?: string;
  readonly writeTimeout?: string;
};

const defaultWriteSeconds = 600;

/** Bodies with the settings and flags of one command; what is opened is closed with the command. */
export async function openBodyService(
  { deps, terminal }: CliContext,
  flags: BodyFlags,
): Promise<{ readonly bodies: BodyService; readonly settings: EffectiveSettings; readonly write: NamedModel }> {
  const settings = await deps.settings(settingsFlags(flags));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  const write = named(flags.writeModel, flags.writeUrl);
  const bodies = await deps.bodies({
    ...{ settings, write, decide: named(flags.decideModel, flags.decideUrl) },
    writeTimeoutSeconds: seconds(flags.writeTimeout),
    showPull: (name, parts) => showPull((line) => terminal.note(line, 'dim'), name, parts),
    warn: ({ feature, detail }) => terminal.alert(`warning: ${feature}: ${detail}`, 'yellow'),
  });
  return { bodies, settings, write };
}

/** Bodies for callers of a service: with the settings that it was started with, and nothing that a call could name. */
export const openServedBodies = (
  { deps, terminal }: Pick<CliContext, 'deps'> & { readonly terminal: Pick<CliContext['terminal'], 'note' | 'alert'> },
  settings: EffectiveSettings,
): Promise<BodyService> =>
  deps.bodies({
    ...{ settings, decide: {}, write: {}, writeTimeoutSeconds: defaultWriteSeconds },
    showPull: (name, parts) => showPull(terminal.note, name, parts),
    warn: ({ feature, detail }) => terminal.alert(`warning: ${feature}: ${detail}`, 'yellow'),
  });

const named = (model: string | undefined, url: string | undefined): NamedModel => ({
  ...(model === undefined ? {} : { model }),
  ...(url === undefined ? {} : { url }),
});

function seconds(text: string | undefined): number {
  const value = text === undefined ? defaultWriteSeconds : Number(text);
  if (Number.isFinite(value) && value > 0 && value <= 86_400) return value;
  throw new AppError(
    'usage',
    `--write-timeout: "${text ?? ''}" is no number of seconds`,
    'give a number from 1 to 86400, e.g. --write-timeout 600',
  );
}

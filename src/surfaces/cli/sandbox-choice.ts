import { flagName } from '../../config/setting-keys.ts';
import type { CliContext } from './cli-context.ts';

export type SandboxFlags = {
  readonly minLevel?: string;
  readonly allowUnsandboxed?: boolean;
  readonly python?: string;
  readonly timeout?: string;
};

/** Settings with the flags that choose sandbox and interpreter; warnings are shown. */
export async function sandboxSettings(context: CliContext, flags: SandboxFlags) {
  const settings = await context.deps.settings({
    ...(flags.minLevel === undefined ? {} : { minLevel: flags.minLevel }),
    ...(flags.allowUnsandboxed === undefined ? {} : { allowUnsandboxed: flags.allowUnsandboxed }),
    ...(flags.python === undefined ? {} : { python: flags.python }),
    ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
  });
  for (const warning of settings.warnings) context.terminal.alert(`warning: ${warning}`, 'yellow');
  if (settings.values.allowUnsandboxed) {
    context.terminal.detail(`${flagName('allowUnsandboxed')} is set: without a sandbox, code may read and send this account's files`);
  }
  return settings.values;
}

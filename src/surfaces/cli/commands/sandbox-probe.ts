import type { CliCommand } from '../cli-context.ts';

/** `anneal sandbox probe`: what the sandbox can do here, measured. */
export const sandboxProbeCommand: CliCommand<object> = async ({ deps, terminal }, options) => {
  const probe = await deps.probeSandbox();
  if (options.json) {
    terminal.json(probe, 2);
    return 0;
  }
  for (const [name, value] of Object.entries(probe))
    terminal.data(`${name.padEnd(12)} ${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
  return 0;
};

import type { CliCommand } from '../cli-context.ts';
import { withInvocation } from '../invocation.ts';

/** `anneal sandbox probe`: what the sandbox can do here, measured by running canaries. */
export const sandboxProbeCommand: CliCommand<object> = async ({ deps, terminal, signal, invocation }, options) => {
  const found = await deps.probeSandbox(signal);
  const probe = { ...found, advice: found.advice.map((line) => withInvocation(line, invocation)) };
  if (options.json) {
    terminal.json(probe, 2);
    return 0;
  }
  terminal.data(`level     ${probe.level}${probe.missing.length === 0 ? '' : `, without ${probe.missing.join(', ')}`}\n`);
  for (const { name, contained, detail } of probe.canaries) terminal.data(`${contained ? 'ok' : 'NO'}  ${name.padEnd(10)} ${detail}\n`);
  for (const line of probe.advice) terminal.note(line);
  return 0;
};

import type { CliContext } from './cli-context.ts';
import { type Progress, startProgress } from './progress-lines.ts';

/** The live view where lines can be drawn again, plain lines elsewhere; also while events go to standard output. */
export async function openProgress({ deps, terminal }: CliContext, { events }: { readonly events?: boolean }): Promise<Progress> {
  const { screen } = terminal;
  if (screen === null || events) return startProgress(terminal);
  const { startLiveView } = await import('./live/live-progress.ts');
  return startLiveView(terminal, screen, async (id) => {
    const language = await deps.language(id);
    return (value) => language.formatValue(value);
  });
}

import { mkdir } from 'node:fs/promises';
import { benchFolder } from '../../config/folders.ts';
import { reportFile, reportId } from '../bench/stored-report.ts';
import type { CliContext } from './cli-context.ts';
import { writeAtomically } from './write-atomically.ts';

/** Keeps what a bench found out, for the page and for later. A measurement that cannot be kept is still shown. */
export async function keepReport(
  { deps, terminal }: Pick<CliContext, 'deps' | 'terminal'>,
  about: { readonly kind: string; readonly title: string; readonly model?: string },
  report: object,
): Promise<void> {
  const at = Date.now();
  const id = reportId(about.kind, at);
  try {
    const folder = benchFolder(await deps.folders());
    await mkdir(folder, { recursive: true });
    const { kind, title, model = null } = about;
    await writeAtomically(reportFile(folder, id), `${JSON.stringify({ v: 1, id, kind, title, at, model, report }, null, 2)}\n`);
    terminal.note(`kept as ${id}`, 'dim');
  } catch (error) {
    terminal.alert(`warning: the report was not kept: ${error instanceof Error ? error.message : String(error)}`, 'yellow');
  }
}

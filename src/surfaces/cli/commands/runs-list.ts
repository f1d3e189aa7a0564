import { AppError } from '../../../domain/app-error.ts';
import { languageIds } from '../../../domain/contract.ts';
import { nearest } from '../../../domain/nearest-name.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { RunPhase } from '../../../domain/run-state.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';

type Options = { readonly limit: string; readonly cursor?: string; readonly phase?: string; readonly text?: string };
/** Columns of the longest name. */
const languageWidth = Math.max(...languageIds.map(({ length }) => length));
const phases: readonly RunPhase[] = ['queued', 'running', 'waiting', 'interrupted', 'done'];

/** `anneal runs list`: one line a run, newest first. */
export const runsListCommand: CliCommand<Options> = async ({ deps, terminal }, options) => {
  const limit = numberOption('--limit', options.limit, { min: 1, max: 1000, whole: true });
  const phase = options.phase === undefined ? undefined : phaseNamed(options.phase);
  const store = await deps.store('read');
  const page = await store.list(
    {
      limit,
      ...(phase === undefined ? {} : { phase }),
      ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
      ...(options.text === undefined ? {} : { text: options.text }),
    },
    Date.now(),
  );
  if (options.json) {
    terminal.json(page, 2);
    return 0;
  }
  for (const run of page.items) {
    const at = new Date(run.createdAt).toISOString().slice(0, 16).replace('T', ' ');
    const state = run.status ?? run.phase;
    terminal.data(
      `${run.id}  ${at}  ${state.padEnd(11)}  ${(run.language ?? '-').padEnd(languageWidth)}  ${printableLine(run.title, 60)}\n`,
    );
  }
  if (page.items.length === 0) terminal.note('no stored runs');
  if (page.nextCursor !== null) terminal.note(`more: --cursor ${page.nextCursor}`, 'dim');
  return 0;
};

function phaseNamed(name: string): RunPhase {
  const phase = phases.find((candidate) => candidate === name);
  if (phase !== undefined) return phase;
  const meant = nearest(name, phases);
  throw new AppError(
    'usage',
    `--phase: "${name}" is not a phase`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${phases.join(', ')}`,
  );
}

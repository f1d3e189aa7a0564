import { AppError } from '../../domain/app-error.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Parse } from '../syntax-tree.ts';
import { luaProblem } from './lua-code.ts';
import type { LuaHost } from './lua-host.ts';

const repairHint = 'mend that line, or take the profile from a fresh installation: npm ci && npm run build';

/** Throws `bad-config` with file and line for a prelude that cannot be read. */
export function checkPreludes(parse: Parse, { id, preludes }: LuaHost): void {
  for (const { file, source } of preludes) {
    const problem = luaProblem(parse(source));
    if (problem === null) continue;
    throw new AppError(
      'bad-config',
      `the prelude of profile ${id} is broken: ${file}:${problem.line ?? 1}: ${problem.message}`,
      repairHint,
    );
  }
}

/**
 * The probe tells apart what the prelude did before any candidate was read. Throws `bad-config` with file and line then: no
 * candidate is to blame.
 */
export function refuseBrokenPrelude(observations: readonly Observation[], { id, preludes }: LuaHost): readonly Observation[] {
  const [first] = observations;
  if (preludes.length === 0 || first?.outcome.type !== 'missing' || !first.outcome.reason.startsWith('host: ')) return observations;
  throw new AppError('bad-config', `the prelude of profile ${id} is broken: ${first.outcome.reason.slice('host: '.length)}`, repairHint);
}

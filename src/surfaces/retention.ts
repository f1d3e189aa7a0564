import type { Settings } from '../config/setting-keys.ts';
import type { Retention } from '../ports/run-store.ts';

/** How long finished runs are kept, as the settings say it. */
export const retentionOf = ({
  keepRuns,
  keepDays,
  keepMegabytes,
}: Pick<Settings, 'keepRuns' | 'keepDays' | 'keepMegabytes'>): Retention => ({
  maxRuns: keepRuns,
  maxAgeMs: keepDays * 86_400_000,
  maxBytes: keepMegabytes * 1_000_000,
});

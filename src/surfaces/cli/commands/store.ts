import { storeFile } from '../../../config/folders.ts';
import { retentionOf } from '../../retention.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';

/** `anneal store check`: opens it and reads every run. */
export const storeCheckCommand: CliCommand<object> = async ({ deps, terminal, signal }, options) => {
  const store = await deps.store('read');
  let runs = 0;
  let events = 0;
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page = await store.list({ limit: 100, ...(cursor === null ? {} : { cursor }) }, Date.now());
    for (const { id } of page.items) {
      runs += 1;
      for await (const _event of store.read(id, { signal })) events += 1;
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  const file = storeFile(await deps.folders());
  if (options.json) terminal.json({ ok: true, file, runs, events });
  else terminal.data(`ok: ${runs} runs with ${events} events in ${file}\n`);
  return 0;
};

type PruneOptions = { readonly maxRuns?: string; readonly maxAgeDays?: string; readonly maxMegabytes?: string };

/** `anneal store prune`: finished runs only, oldest first; limits from flags, else from the settings. */
export const storePruneCommand: CliCommand<PruneOptions> = async ({ deps, terminal }, options) => {
  const { values } = await deps.settings({});
  const { maxRuns, maxAgeDays, maxMegabytes } = options;
  const policy = retentionOf({
    keepRuns: maxRuns === undefined ? values.keepRuns : numberOption('--max-runs', maxRuns, { min: 0, max: 1e9, whole: true }),
    keepDays: maxAgeDays === undefined ? values.keepDays : numberOption('--max-age-days', maxAgeDays, { min: 0, max: 1e6 }),
    keepMegabytes: maxMegabytes === undefined ? values.keepMegabytes : numberOption('--max-megabytes', maxMegabytes, { min: 0, max: 1e9 }),
  });
  const removed = await (await deps.store()).prune(policy, Date.now());
  if (options.json) terminal.json({ removed });
  else terminal.data(`${removed} runs removed\n`);
  return 0;
};

/** `anneal store migrate`: opening the store brings its schema up to date. */
export const storeMigrateCommand: CliCommand<object> = async ({ deps, terminal }) => {
  await deps.store();
  terminal.note(`up to date: ${storeFile(await deps.folders())}`);
  return 0;
};

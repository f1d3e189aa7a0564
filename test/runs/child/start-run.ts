import { processOwner } from '../../../src/composition/process-owner.ts';
import { openSqliteStore } from '../../../src/stores/kysely/open-sqlite-store.ts';
import { request, tinyService } from './tiny-service.ts';

// Starts a run and prints its id, then each event once it was shown.
const [file = '', candidates = '', delayMs = '', leaseMs = '', owner = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file });
const service = tinyService(store, {
  owner: owner === 'process' ? processOwner().name : owner,
  delayMs: Number(delayMs),
  timing: { leaseMs: Number(leaseMs), renewMs: Number(leaseMs) / 3 },
});
const { runId, events } = await service.start(request({ candidates: Number(candidates) }));
process.stdout.write(`${runId}\n`);
for await (const event of events) process.stdout.write(`${JSON.stringify(event)}\n`);
await store.close();

import { openSqliteStore } from '../../../src/stores/kysely/open-sqlite-store.ts';

// Appends as fast as it can and prints each sequence number once the store acknowledged it.
const [file = '', stream = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file });
await store.create(stream, { title: stream, at: 1 });
const { epoch } = await store.acquire(stream, stream, { now: 1, leaseMs: 1 });
for (let seq = 1; ; seq += 1) {
  const warning = { feature: 'test', detail: 'x'.repeat(seq % 3_000) };
  await store.append(stream, { epoch, expectedSeq: seq - 1 }, [{ type: 'warning', warning, v: 1, seq, at: seq }]);
  process.stdout.write(`${seq}\n`);
}

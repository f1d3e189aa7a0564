import { AppError } from '../../../src/domain/app-error.ts';
import { openSqliteStore } from '../../../src/stores/kysely/open-sqlite-store.ts';

// Appends until the store refuses, then prints the refusal with the last acknowledged and the last readable event.
const [file = ''] = process.argv.slice(2);
let acknowledged = 0;
let readable = 0;
try {
  const store = await openSqliteStore({ file });
  await store.create('r', { title: 'r', at: 1 });
  const { epoch } = await store.acquire('r', 'me', { now: 1, leaseMs: 1 });
  try {
    for (let seq = 1; seq < 10_000; seq += 1) {
      const warning = { feature: 'test', detail: 'x'.repeat(10_000) };
      await store.append('r', { epoch, expectedSeq: seq - 1 }, [{ type: 'warning', warning, v: 1, seq, at: seq }]);
      acknowledged = seq;
    }
  } finally {
    for await (const event of store.read('r')) readable = event.seq;
    await store.close();
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  const { code, message, hint, exitCode } = error;
  process.stdout.write(`${JSON.stringify({ code, message, hint, exitCode, acknowledged, readable })}\n`);
}

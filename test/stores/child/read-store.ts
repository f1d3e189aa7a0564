import { AppError } from '../../../src/domain/app-error.ts';
import { openSqliteStoreToRead } from '../../../src/stores/kysely/open-sqlite-store.ts';

// Prints what can be read of run `r`, and how an attempt to write ended.
const [file = ''] = process.argv.slice(2);
const refusalOf = async (attempt: Promise<unknown>): Promise<object> => {
  try {
    await attempt;
    return { code: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message, hint: error.hint };
  }
};
try {
  const store = await openSqliteStoreToRead({ file });
  let readable = 0;
  for await (const event of store.read('r')) readable = event.seq;
  const { items } = await store.list({}, 1);
  const write = await refusalOf(store.create('s', { title: '', at: 1 }));
  await store.close();
  process.stdout.write(`${JSON.stringify({ readable, listed: items.length, write })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ open: await refusalOf(Promise.reject(error)) })}\n`);
}

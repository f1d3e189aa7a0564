import { parentPort } from 'node:worker_threads';
import type { Contract } from '../domain/contract.ts';
import type { Language, Reply } from '../ports/language.ts';
import { loadLanguage } from './load-language.ts';

/** What a thread is asked to read. */
export type ReplyWork = { readonly id: number; readonly kind: 'code' | 'tests'; readonly reply: Reply; readonly contract: Contract };

const loaded = new Map<string, Promise<Language>>();

function languageOf({ language, profile }: Contract): Promise<Language> {
  const key = `${language} ${profile ?? ''}`;
  const known = loaded.get(key) ?? loadLanguage(language, profile);
  loaded.set(key, known);
  return known;
}

/** The thread's own loop: reads one reply after the other and posts what was found. `ready` starts the clock of a reply. */
parentPort?.on('message', async (work: ReplyWork) => {
  const language = await languageOf(work.contract);
  parentPort?.postMessage({ id: work.id, type: 'ready' });
  const found = work.kind === 'code' ? language.extract(work.reply, work.contract) : language.extractTests(work.reply, work.contract);
  parentPort?.postMessage({ id: work.id, type: 'found', found });
});

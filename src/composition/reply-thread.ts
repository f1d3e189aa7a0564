import { parentPort } from 'node:worker_threads';
import type { Contract } from '../domain/contract.ts';
import type { Language, Reply } from '../ports/language.ts';
import { type RequestText, readRequestText } from '../surfaces/read-request-text.ts';
import { loadedLanguages } from './loaded-languages.ts';

/** What a thread is asked to read: a model's reply, or what a caller typed. */
export type ReadingWork =
  | { readonly kind: 'code' | 'tests'; readonly reply: Reply; readonly contract: Contract }
  | { readonly kind: 'request'; readonly text: RequestText };

const languageOf = loadedLanguages();

/** The thread's own loop: reads one text after the other and posts what was found. `ready` starts the clock of a text. */
parentPort?.on('message', async ({ id, work }: { readonly id: number; readonly work: ReadingWork }) => {
  const { language: name, profile } = work.kind === 'request' ? work.text : work.contract;
  const language = await languageOf(name, profile);
  parentPort?.postMessage({ id, type: 'ready' });
  parentPort?.postMessage({ id, type: 'found', found: read(work, language) });
});

function read(work: ReadingWork, language: Language): unknown {
  if (work.kind === 'request') return readRequestText(language, work.text);
  return work.kind === 'code' ? language.extract(work.reply, work.contract) : language.extractTests(work.reply, work.contract);
}

import type { Contract } from '../domain/contract.ts';
import type { Abortable } from './abortable.ts';
import type { Example, Extraction, Language, Reply } from './language.ts';

/**
 * Reads replies as the language does, without holding up anything else: a long one is read beside, and within a time. One
 * that takes longer gives a rejection, or no tests.
 */
export interface ReplyReader {
  extract(language: Language, reply: Reply, contract: Contract, options?: Abortable): Promise<Extraction>;
  extractTests(language: Language, reply: Reply, contract: Contract, options?: Abortable): Promise<readonly Example[]>;
  close(): Promise<void>;
}

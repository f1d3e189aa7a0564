import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LlamaContextSequence, Token } from 'node-llama-cpp';

type StoredPrefix = { readonly tokens: readonly Token[]; readonly file: string; readonly bytes: number };

/** Evaluated prompts as files on a memory file system: copying one is some 50 times cheaper than evaluating it again. */
export class PrefixStore {
  readonly #folder: string;
  readonly #maxBytes: number;
  #stored: StoredPrefix[] = [];
  #next = 0;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Length of the longest beginning of `tokens` that some file holds. */
  longestHeld(tokens: readonly Token[]): number {
    return this.#best(tokens)?.shared ?? 0;
  }

  /** Puts the best matching prefix into `sequence` and returns how many of its first tokens are those of `tokens`. */
  async load(tokens: readonly Token[], sequence: LlamaContextSequence): Promise<number> {
    const best = this.#best(tokens);
    if (best === undefined || best.stored.tokens.length > sequence.contextSize) return 0;
    await sequence.loadStateFromFile(best.stored.file, { acceptRisk: true });
    this.#stored = [...this.#stored.filter((other) => other !== best.stored), best.stored];
    return best.shared;
  }

  /** Keeps what `sequence` holds; the least recently used files make room. */
  async save(sequence: LlamaContextSequence): Promise<void> {
    const file = join(this.#folder, `prefix-${this.#next++}.state`);
    const tokens = sequence.contextTokens;
    const { fileSize } = await sequence.saveStateToFile(file);
    this.#stored.push({ tokens, file, bytes: fileSize });
    while (this.#stored.length > 1 && this.#stored.reduce((sum, one) => sum + one.bytes, 0) > this.#maxBytes) {
      const oldest = this.#stored.shift();
      if (oldest !== undefined) await rm(oldest.file, { force: true });
    }
  }

  /** A state fits only contexts of as many sequences as the one that wrote it. */
  async clear(): Promise<void> {
    const stored = this.#stored;
    this.#stored = [];
    for (const { file } of stored) await rm(file, { force: true });
  }

  #best(tokens: readonly Token[]): { readonly stored: StoredPrefix; readonly shared: number } | undefined {
    let best: { readonly stored: StoredPrefix; readonly shared: number } | undefined;
    for (const stored of this.#stored) {
      const shared = sharedLength(stored.tokens, tokens);
      if (best === undefined || shared > best.shared) best = { stored, shared };
    }
    return best;
  }
}

export function sharedLength(left: readonly Token[], right: readonly Token[]): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left[length] === right[length]) length++;
  return length;
}

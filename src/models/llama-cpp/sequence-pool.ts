import type { LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp';
import { type PrefixStore, sharedLength } from './prefix-store.ts';

/** Sequences beyond this many gain little: the batch is already bound by arithmetic, not by reading the weights. */
const maxSequences = 32;
const lengthStep = 256;
// Also the longest that a cancellation waits for a prompt: about 0.3 s for the packaged weights on two cores.
const promptChunk = 96;

type PoolShape = { readonly sequences: number; readonly length: number };

const noShape: PoolShape = { sequences: 0, length: 0 };

/** The sequences of one context, made larger when a request needs it, and the prompts they hold. */
export class SequencePool {
  readonly #model: LlamaModel;
  readonly #threads: number;
  readonly #cacheBytes: number;
  readonly #bytesPerToken: number;
  readonly #prefixes: PrefixStore;
  #context: LlamaContext | null = null;
  #slots: LlamaContextSequence[] = [];

  constructor(model: LlamaModel, options: { threads: number; cacheBytes: number; bytesPerToken: number; prefixes: PrefixStore }) {
    this.#model = model;
    this.#threads = options.threads;
    this.#cacheBytes = options.cacheBytes;
    this.#bytesPerToken = options.bytesPerToken;
    this.#prefixes = options.prefixes;
  }

  /** Tokens that one sequence alone can hold within the memory bound. */
  get maxLength(): number {
    const affordable = Math.floor(this.#cacheBytes / this.#bytesPerToken / lengthStep) * lengthStep;
    return Math.max(lengthStep, Math.min(this.#model.trainContextSize, affordable));
  }

  /** As many sequences of at least `length` tokens as are wanted and affordable; at least one. */
  async slots(wanted: number, length: number): Promise<readonly LlamaContextSequence[]> {
    const needed = this.#affordable({ sequences: wanted, length });
    const held = this.#context === null ? noShape : { sequences: this.#slots.length, length: this.#context.contextSize };
    if (held.length < needed.length || held.sequences < needed.sequences) {
      // Growing in both directions at once saves making it anew when the next request is of the former kind.
      const both = { sequences: Math.max(held.sequences, needed.sequences), length: Math.max(held.length, needed.length) };
      await this.#create(this.#affordable(both).sequences === both.sequences ? both : needed);
    }
    return this.#slots.slice(0, wanted);
  }

  /**
   * Makes every slot hold exactly `tokens`: evaluated once, in the first, and copied to the others.
   * `keepsGoing` is asked between chunks; once it says no, this returns early.
   */
  async fill(slots: readonly LlamaContextSequence[], tokens: readonly Token[], keepsGoing: () => boolean): Promise<void> {
    const [first, ...others] = slots;
    if (first === undefined) return;
    const held = sharedLength(first.contextTokens, tokens);
    if (this.#prefixes.longestHeld(tokens) > held) await this.#prefixes.load(tokens, first);
    await first.adaptStateToTokens([...tokens], false);
    for (let from = first.nextTokenIndex; from < tokens.length; from += promptChunk) {
      if (!keepsGoing()) return;
      await first.evaluateWithoutGeneratingNewTokens(tokens.slice(from, from + promptChunk));
    }
    const empty = others.filter((slot) => sharedLength(slot.contextTokens, tokens) < tokens.length);
    if (empty.length > 0 && this.#prefixes.longestHeld(tokens) < tokens.length) await this.#prefixes.save(first);
    for (const slot of empty) {
      if (!keepsGoing()) return;
      await this.#prefixes.load(tokens, slot);
    }
    for (const slot of others) await rewind(slot, tokens.length);
  }

  async #create(shape: PoolShape): Promise<void> {
    const former = this.#context;
    this.#context = null;
    this.#slots = [];
    await former?.dispose();
    await this.#prefixes.clear();
    const context = await this.#model.createContext({
      sequences: shape.sequences,
      contextSize: shape.length,
      batchSize: Math.max(promptChunk, shape.sequences),
      threads: this.#threads,
      // On a CPU it makes eight sequences at once a seventh slower, and the prompt, evaluated once, an eighth faster.
      flashAttention: false,
      failedCreationRemedy: false,
    });
    this.#context = context;
    this.#slots = Array.from({ length: shape.sequences }, () => context.getSequence());
  }

  #affordable({ sequences, length }: PoolShape): PoolShape {
    const rounded = Math.min(this.maxLength, Math.ceil(length / lengthStep) * lengthStep);
    const most = Math.max(1, Math.floor(this.#cacheBytes / (this.#bytesPerToken * rounded)));
    return { sequences: Math.min(sequences, maxSequences, most), length: rounded };
  }
}

/** Forgets everything after the first `length` tokens. */
export async function rewind(slot: LlamaContextSequence, length: number): Promise<void> {
  if (slot.nextTokenIndex > length) await slot.eraseContextTokenRanges([{ start: length, end: slot.nextTokenIndex }]);
}

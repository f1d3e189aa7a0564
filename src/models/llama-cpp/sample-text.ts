import type { LlamaModel, Token } from 'node-llama-cpp';

const openCharacter = '\uFFFD';
const contextTokens = 8;

/** Turns a sample's tokens into text; a character whose bytes are not all there yet is held back. */
export class SampleText {
  readonly #model: LlamaModel;
  #before: Token[];
  #open: Token[] = [];

  /** `before`: the tokens in front of the sample; some tokenizers need them to know about leading spaces. */
  constructor(model: LlamaModel, before: readonly Token[]) {
    this.#model = model;
    this.#before = before.slice(-contextTokens);
  }

  /** The text that `token` completed, often all of its own; empty while a character is open. */
  push(token: Token): string {
    this.#open.push(token);
    const text = this.#model.detokenize(this.#open, false, this.#before);
    // No character has more than four bytes: what stays open longer is broken, and shown as such.
    if (text.endsWith(openCharacter) && this.#open.length < 4) return '';
    this.#before = [...this.#before, ...this.#open].slice(-contextTokens);
    this.#open = [];
    return text;
  }

  /** At the end of the sample: whatever is still open is text now. */
  flush(): string {
    const text = this.#open.length === 0 ? '' : this.#model.detokenize(this.#open, false, this.#before);
    this.#open = [];
    return text;
  }
}

import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import type { Message, PromptForm } from '../../ports/model.ts';

export type PromptText = { readonly form: PromptForm; readonly messages: readonly Message[]; readonly prefill?: string };

/** Raised when a chat is asked of weights that carry no chat template. */
export class NoTemplateError extends Error {}

/** The tokens of a prompt, ending exactly where the answer goes on. Text of messages never becomes a special token. */
export function promptTokens(model: LlamaModel, wrapper: ChatWrapper | null, prompt: PromptText): Token[] {
  if (prompt.form === 'completion') return completionTokens(model, prompt.messages.map((message) => message.content).join('\n'));
  if (wrapper === null) throw new NoTemplateError('These weights carry no chat template.');
  const chatHistory: ChatHistoryItem[] = prompt.messages.map(historyItem);
  chatHistory.push({ type: 'model', response: prompt.form === 'chat-prefill' ? [prompt.prefill ?? ''] : [] });
  const { contextText } = wrapper.generateContextState({ chatHistory });
  return withoutDoubledStart(model, contextText.tokenize(model.tokenizer));
}

function historyItem(message: Message): ChatHistoryItem {
  if (message.role === 'assistant') return { type: 'model', response: [message.content] };
  return { type: message.role, text: message.content };
}

function completionTokens(model: LlamaModel, text: string): Token[] {
  const tokens = model.tokenize(text, false);
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null ? [bos, ...tokens] : [...tokens];
}

// SmolLM2's start-of-sequence token is also its start-of-turn token: the wrapper's extra one would open the first turn twice.
function withoutDoubledStart(model: LlamaModel, tokens: Token[]): Token[] {
  const doubled = tokens[0] !== undefined && tokens[0] === model.tokens.bos && tokens[1] === tokens[0];
  return doubled ? tokens.slice(1) : tokens;
}

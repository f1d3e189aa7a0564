import type { Message } from '../../ports/model.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { asRecord, asString } from '../read-json.ts';

const probeText = 'local answer = 1';

/** Whether an assistant message at the end is continued or closed, as llama-server itself renders it. */
export async function continuesAnswers(client: JsonClient, signal: AbortSignal | undefined): Promise<boolean> {
  const messages = [
    { role: 'user', content: 'Set answer to 1.' },
    { role: 'assistant', content: probeText },
  ];
  try {
    const body = { messages, chat_template_kwargs: { enable_thinking: false } };
    const rendered = asRecord(await client.json('POST', '/apply-template', body, signal === undefined ? {} : { signal }));
    return (asString(rendered.prompt) ?? '').trimEnd().endsWith(probeText);
  } catch (error) {
    if (error instanceof HttpStatusError) return false;
    throw error;
  }
}

/** The tokens of the rendered prompt: templates add turns, and some a system prompt of their own. Null where it does not count. */
export async function countTokens(
  client: JsonClient,
  messages: readonly Message[],
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const at = signal === undefined ? {} : { signal };
  try {
    const { prompt } = asRecord(await client.json('POST', '/apply-template', { messages }, at));
    const { tokens } = asRecord(await client.json('POST', '/tokenize', { content: prompt, add_special: true }, at));
    return Array.isArray(tokens) ? tokens.length : null;
  } catch (error) {
    if (error instanceof HttpStatusError || error instanceof BrokenStreamError) return null;
    throw error;
  }
}

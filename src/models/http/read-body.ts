import { createParser, type ParserConfig } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { BrokenStreamError } from './http-status-error.ts';

/** More than any model list; a server that never ends its document must not fill the memory. */
const maxDocumentBytes = 32 * 1024 * 1024;
/** More than any token with its twenty neighbours; a line without an end must not fill the memory. */
const maxLineCharacters = 4 * 1024 * 1024;

export type ServerEvent = { readonly event: string | null; readonly data: string };
type Body = Dispatcher.ResponseData['body'];

/** A whole document. Throws `BrokenStreamError` for one without an end. */
export async function readText(body: Body): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxDocumentBytes) throw new BrokenStreamError(`an answer of more than ${maxDocumentBytes} bytes`);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The lines of a stream as they come; the last one also without a line feed. */
export async function* readLines(body: Body): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Parts of the line that has no end yet; joined once, so that a long line costs no more than its length.
  let rest: string[] = [];
  let held = 0;
  for await (const chunk of body) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [index, part] of parts.entries()) {
      rest.push(part);
      held += part.length;
      if (held > maxLineCharacters) throw new BrokenStreamError(`a line of more than ${maxLineCharacters} characters`);
      if (index === parts.length - 1) break;
      yield rest.join('');
      rest = [];
      held = 0;
    }
  }
  yield rest.join('');
}

/** Server-sent events as they come. One that the stream's end cut off is dropped, as the standard says. */
export async function* readEvents(body: Body): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let ready: ServerEvent[] = [];
  let tooLong = false;
  const config: ParserConfig = {
    onEvent: ({ event, data }) => void ready.push({ event: event ?? null, data }),
    onError: ({ type }) => {
      tooLong ||= type === 'max-buffer-size-exceeded';
    },
    maxBufferSize: maxLineCharacters,
  };
  const parser = createParser(config);
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    const events = ready;
    ready = [];
    yield* events;
    if (tooLong) throw new BrokenStreamError(`an event of more than ${maxLineCharacters} characters`);
  }
}

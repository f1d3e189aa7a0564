import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

type Kept = { readonly id: number; readonly stream: string; readonly message: JSONRPCMessage; readonly size: number };

/** What one session keeps for clients that come back: the end of a run with its evidence, and some of the way there. */
const mostEvents = 256;
const mostCharacters = 1024 * 1024;

/**
 * The latest messages of a session, so that a client whose connection broke gets what it missed with `Last-Event-ID`. The
 * oldest give way; the newest is always kept.
 */
export function createKeptEvents(): EventStore {
  const kept: Kept[] = [];
  let last = 0;
  let size = 0;

  const placeOf = (eventId: string): number => kept.findIndex(({ id }) => String(id) === eventId);
  return {
    storeEvent(stream, message) {
      last += 1;
      const event = { id: last, stream, message, size: JSON.stringify(message).length };
      kept.push(event);
      size += event.size;
      while (kept.length > mostEvents || (size > mostCharacters && kept.length > 1)) size -= kept.shift()?.size ?? 0;
      return Promise.resolve(String(last));
    },
    getStreamIdForEventId: (eventId) => Promise.resolve(kept[placeOf(eventId)]?.stream),
    async replayEventsAfter(eventId, { send }) {
      const at = placeOf(eventId);
      const stream = kept[at]?.stream;
      if (stream === undefined) throw new Error('The event is not kept any more.');
      for (const { id, stream: own, message } of kept.slice(at + 1))
        if (own === stream && isMessage(message)) await send(String(id), message);
      return stream;
    },
  };
}

/** A stream begins with an event that has an id alone. */
const isMessage = (message: JSONRPCMessage): boolean => 'jsonrpc' in message;

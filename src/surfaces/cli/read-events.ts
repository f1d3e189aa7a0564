import type { RunEvent } from '../../domain/run-event.ts';
import type { RunStore } from '../../ports/run-store.ts';

/** All events of a stored run. Throws `not-found`. */
export async function readEvents(store: RunStore, id: string, signal?: AbortSignal): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.read(id, signal === undefined ? {} : { signal })) events.push(event);
  return events;
}

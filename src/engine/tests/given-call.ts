import type { Json } from '../../domain/json.ts';
import { callKey, type RunState } from '../../domain/run-state.ts';

/** A request's context as data; undefined where there is none, or where it is text for the model. */
export function contextData(context: string | undefined): Json | undefined {
  if (context === undefined) return undefined;
  try {
    return JSON.parse(context) as Json;
  } catch {
    return undefined;
  }
}

/** Which call runs on the data that the request itself came with; null where it came with none. Whoever cannot answer on that is no likely answer. */
export function givenCall({ request, calls }: RunState): number | null {
  const context = calls.some(({ type }) => type === 'context') ? contextData(request?.context) : undefined;
  if (context === undefined) return null;
  const given = callKey({ type: 'context', context });
  const index = calls.findIndex((call) => callKey(call) === given);
  return index < 0 ? null : index;
}

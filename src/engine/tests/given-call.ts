import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Json } from '../../domain/json.ts';
import type { RunState } from '../../domain/run-state.ts';

/** Which call runs on the data that the request itself came with; null where it came with none. Whoever cannot answer on that is no likely answer. */
export function givenCall({ request, calls }: RunState): number | null {
  if (request?.context === undefined || !calls.some(({ type }) => type === 'context')) return null;
  let given: string;
  try {
    given = canonicalJson(JSON.parse(request.context) as Json);
  } catch {
    // A context that is text for the model.
    return null;
  }
  const index = calls.findIndex((call) => call.type === 'context' && canonicalJson(call.context) === given);
  return index < 0 ? null : index;
}

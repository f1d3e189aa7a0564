import type { Json } from '../../domain/json.ts';
import { nearest } from '../../domain/nearest-name.ts';
import type { LuaHost } from './lua-host.ts';

/** Why a host's prelude would not see all of this context: a key that it does not know is a slip that nothing else would show. */
export function contextProblem({ id, contextKeys }: LuaHost, context: Json): string | null {
  if (contextKeys === null || typeof context !== 'object' || context === null || Array.isArray(context)) return null;
  const unknown = Object.keys(context).find((key) => !contextKeys.includes(key));
  if (unknown === undefined) return null;
  const meant = nearest(unknown, contextKeys);
  const suggestion = meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`;
  return `The context of ${id} has ${contextKeys.join(', ')}, not ${JSON.stringify(unknown.slice(0, 40))}${suggestion}`;
}

import type { CompletionRequest } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';

type Base = Pick<CompletionRequest, 'form' | 'messages' | 'stop'>;

/** A request that says just this, in the form that the model takes. */
export function saying(deps: EngineDeps, content: string): Base {
  const form = deps.model.capabilities.promptForms.includes('chat') ? 'chat' : 'completion';
  return { form, messages: [{ role: 'user', content }], stop: [] };
}

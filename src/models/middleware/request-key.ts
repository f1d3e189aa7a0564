import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { CompletionRequest, Option } from '../../ports/model.ts';

/** Identifies what is asked, all but the seeds: each sample is a reply of its own. */
export function completionKey({ seeds: _seeds, ...asked }: CompletionRequest): string {
  return hash(asked);
}

export function decisionKey(request: { readonly prompt: string; readonly options: readonly Option<string>[] }): string {
  return hash({ decide: request.prompt, options: request.options });
}

const hash = (asked: unknown): string => createHash('sha256').update(canonicalJson(asked)).digest('hex').slice(0, 24);

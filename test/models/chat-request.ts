import type { CompletionRequest } from '../../src/ports/model.ts';

export function chat(changes: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    form: 'chat',
    messages: [{ role: 'user', content: 'Write add(a, b) in Python.' }],
    seeds: [11],
    temperature: 0.8,
    maxTokens: 200,
    stop: [],
    ...changes,
  };
}

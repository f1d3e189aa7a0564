import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelProfile } from '../../src/domain/model-profile.ts';
import type { LiveDelta, RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { type RunRequestInput, runRequestSchema } from '../../src/domain/run-request.ts';
import { emptyRunState, fold, type RunState } from '../../src/domain/run-state.ts';
import type { EngineDeps } from '../../src/engine/engine-deps.ts';
import { search } from '../../src/engine/search.ts';
import { createScriptedModel, type Script } from '../../src/models/scripted/scripted-model.ts';
import type { Language } from '../../src/ports/language.ts';
import type { SandboxSession } from '../../src/ports/sandbox.ts';

export type Bench = { readonly language: Language; readonly session: SandboxSession };

const profile: ModelProfile = { recipes: ['chat'], testValidity: { value: 0, trials: 1 }, decides: false, repairs: true, maxTokens: 400 };

const isLive = (item: RunFact | LiveDelta): item is LiveDelta => item.type === 'text-delta' || item.type === 'progress';

export type SearchOutcome = { readonly state: RunState; readonly events: readonly RunEvent[]; readonly prompts: readonly string[] };

/** Runs the engine on a scripted model and a real sandbox. `after` continues from stored events; `until` stops early. */
export async function runSearch(
  bench: Bench,
  request: RunRequestInput,
  script: Script,
  options: {
    readonly profile?: Partial<ModelProfile>;
    readonly after?: readonly RunEvent[];
    readonly until?: (event: RunEvent) => boolean;
    readonly signal?: AbortSignal;
  } = {},
): Promise<SearchOutcome> {
  const model = createScriptedModel(script);
  const deps: EngineDeps = {
    model,
    profile: { ...profile, ...options.profile },
    language: bench.language,
    session: bench.session,
    level: 'L2',
    solvedExamples: [],
    clock: { now: () => Date.now(), sleep: (ms, { signal } = {}) => sleep(ms, undefined, signal === undefined ? {} : { signal }) },
    random: { hex: (bytes) => randomBytes(bytes).toString('hex'), seed: () => 7 },
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
  const events: RunEvent[] = [...(options.after ?? [])];
  let state = events.reduce(fold, emptyRunState);
  const add = (fact: RunFact): RunEvent => {
    const event: RunEvent = { ...fact, v: 1, seq: state.seq + 1, at: Date.now() };
    events.push(event);
    state = fold(state, event);
    return event;
  };
  if (events.length === 0) {
    const parsed = runRequestSchema.parse({ seed: 7, ...request });
    add({
      type: 'run-start',
      request: parsed,
      language: bench.language.id,
      model: { backend: 'scripted', id: model.id, demo: false },
      sandbox: { level: 'L2', missing: [] },
    });
  } else {
    add({ type: 'run-resume' });
  }
  for await (const item of search(state, deps, options.signal === undefined ? {} : { signal: options.signal })) {
    if (isLive(item)) continue;
    const event = add(item);
    if (options.until?.(event) === true) break;
  }
  return { state, events, prompts: model.requests.map((asked) => asked.messages.map(({ content }) => content).join('\n\n')) };
}

/** A reply as chat models give it. */
export const fenced = (code: string): string => `Here is the function:\n\n\`\`\`python\n${code}\n\`\`\`\n`;

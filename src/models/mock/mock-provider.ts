import { AppError } from '../../domain/app-error.ts';
import type { ModelPurpose } from '../../domain/run-event.ts';
import { inEnglish, say, warned } from '../../domain/said.ts';
import type { CompletionRequest, Model } from '../../ports/model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import {
  demoContract,
  demoExplanation,
  demoRepairs,
  demoSamples,
  demoTests,
  otherTaskReply,
  secondLargestDemo,
} from './second-largest-demo.ts';

export const mockModelName = 'second-largest-demo';

export type MockOptions = {
  /** Milliseconds a token, so that a run can be watched; default 2. */
  readonly tokenMs?: number;
};

/**
 * The demo backend: needs nothing, and shows best-of-N with a repair round on one built-in task.
 * For any other task it says so in its reply and in a warning, and offers no program.
 */
export function createMockProvider(options: MockOptions = {}): ModelProvider {
  const detailSaid = [say('listing-demo')];
  return {
    backend: 'mock',
    async list() {
      return [{ name: mockModelName, bytes: 0, present: true, detail: inEnglish(detailSaid), detailSaid }];
    },
    // biome-ignore lint/correctness/useYield: a demo has nothing to fetch, and the port says to throw then.
    async *pull() {
      throw new AppError('usage', 'The demo backend has nothing to pull.', 'anneal run --backend mock');
    },
    async remove() {
      throw new AppError('usage', 'The demo model is built in and cannot be removed.', 'anneal models list');
    },
    async open(name, { signal } = {}) {
      signal?.throwIfAborted();
      if (name !== mockModelName && name !== '') {
        throw new AppError(
          'model-missing',
          `The demo backend has no model "${name}".`,
          `anneal run --backend mock --model ${mockModelName}`,
        );
      }
      return createMockModel(options);
    },
  };
}

function createMockModel({ tokenMs = 2 }: MockOptions): Model {
  const given = new Map<ModelPurpose, number>();
  let told = false;
  const base = createScriptedModel({
    id: `mock:${mockModelName}`,
    // Text only, like the small models that it plays: tests come as assert lines, not as JSON.
    capabilities: { jsonSchema: false, promptForms: ['chat'], samplesInOneCall: false },
    replies: (request, { sample }) => {
      if (!isDemoTask(request)) return { text: otherTaskReply, tokenMs };
      const purpose = purposeOf(request);
      // A resumed run asks a new process for what it lacks: its own places in the script, not the first ones.
      const position = request.places?.[sample] ?? given.get(purpose) ?? 0;
      given.set(purpose, position + 1);
      const replies = repliesFor(purpose);
      return { text: replies[position % replies.length] ?? otherTaskReply, tokenMs };
    },
  });
  return {
    id: base.id,
    backend: base.backend,
    capabilities: base.capabilities,
    countTokens: (messages, options) => base.countTokens(messages, options),
    async *complete(request, options) {
      if (!isDemoTask(request) && !told) {
        told = true;
        yield { type: 'warning', warning: warned('demo', say('demo-other-task', { words: otherTaskReply })) };
      }
      yield* base.complete(request, options);
    },
    decide: (request, options) => base.decide(request, options),
    close: () => base.close(),
  };
}

function repliesFor(purpose: ModelPurpose): readonly string[] {
  switch (purpose) {
    case 'sample':
      return demoSamples;
    case 'repair':
      return demoRepairs;
    case 'tests':
      return demoTests;
    case 'contract':
      return [demoContract];
    case 'explain':
      return [demoExplanation];
    case 'decide':
      return ['A'];
  }
}

const userTurns = (request: CompletionRequest): readonly string[] =>
  request.messages.filter(({ role }) => role === 'user').map(({ content }) => content);

/** A repair asks about the task of an earlier turn. */
function isDemoTask(request: CompletionRequest): boolean {
  return secondLargestDemo.takes(userTurns(request).join('\n'));
}

/** The purpose as declared, else as the prompt reads: a repair prompt quotes a program of ours. */
function purposeOf(request: CompletionRequest): ModelPurpose {
  if (request.purpose !== undefined) return request.purpose;
  const text = userTurns(request).at(-1) ?? '';
  if (/^ {4}(?:if|return|for|first|largest|unique|while)\b/mu.test(text) && /second_largest/u.test(text)) return 'repair';
  if (/\bassert(?:ion)?s?\b|\btest cases?\b|\bwrite\b.{0,40}\btests\b/iu.test(text)) return 'tests';
  if (request.jsonSchema !== undefined) return 'contract';
  return 'sample';
}

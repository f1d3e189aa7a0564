// The embedded model's own process: started with UV_THREADPOOL_SIZE=1, because the library's sampling workers race otherwise.
import { rmSync } from 'node:fs';
import { BadGrammarError, completeRequest, PromptTooLongError } from './child-work.ts';
import { DependencyMissingError, type LoadedWeights, loadWeights } from './loaded-weights.ts';
import { optionProbabilities } from './option-probabilities.ts';
import { NoTemplateError, promptTokens } from './prompt-tokens.ts';
import { type ChildFailure, type ChildResult, type ChildWork, type FromChild, isToChild } from './protocol.ts';

const cancelled = new Set<number>();
let stateFolder: string | null = null;
let weights: LoadedWeights | null = null;
let last: Promise<void> = Promise.resolve();

process.on('message', (message: unknown) => {
  if (!isToChild(message)) return;
  if (message.type === 'cancel') {
    cancelled.add(message.id);
    return;
  }
  const { id, work } = message;
  // Counting touches no sequence, so it need not wait for a generation.
  if (work.type === 'count') {
    void answer(id, work);
    return;
  }
  last = last.then(() => answer(id, work));
});

// Ctrl-C reaches the whole foreground group; only the parent decides what it means.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  if (stateFolder !== null) rmSync(stateFolder, { recursive: true, force: true });
  // A normal exit would wait for, or tear down under, the thread that is evaluating.
  process.kill(process.pid, 'SIGKILL');
});

async function answer(id: number, work: ChildWork): Promise<void> {
  try {
    send({ type: 'result', id, result: await perform(id, work) });
  } catch (cause) {
    send({ type: 'failure', id, failure: failureOf(work, cause), detail: cause instanceof Error ? cause.message : String(cause) });
  } finally {
    cancelled.delete(id);
  }
}

async function perform(id: number, work: ChildWork): Promise<ChildResult> {
  const keepsGoing = (): boolean => !cancelled.has(id);
  send({ type: 'progress', id, parts: [] });
  if (work.type === 'load') {
    stateFolder = work.load.stateFolder;
    weights = await loadWeights(work.load);
    return { type: 'loaded', info: { contextTokens: weights.pool.maxLength, hasTemplate: weights.wrapper !== null } };
  }
  if (weights === null) throw new Error('nothing is loaded');
  if (work.type === 'complete') {
    await completeRequest(weights, work.request, { keepsGoing, emit: (parts) => send({ type: 'progress', id, parts }) });
    return { type: 'completed' };
  }
  if (work.type === 'count') {
    const form = weights.wrapper === null ? 'completion' : 'chat';
    return { type: 'counted', tokens: promptTokens(weights.model, weights.wrapper, { form, messages: work.messages }).length };
  }
  return { type: 'decided', probabilities: await optionProbabilities(weights, work, keepsGoing) };
}

function failureOf(work: ChildWork, cause: unknown): ChildFailure {
  if (cause instanceof DependencyMissingError) return 'dependency-missing';
  if (cause instanceof BadGrammarError) return 'bad-grammar';
  if (cause instanceof PromptTooLongError) return 'prompt-too-long';
  if (cause instanceof NoTemplateError) return 'no-template';
  return work.type === 'load' ? 'load-failed' : 'failed';
}

function send(message: FromChild): void {
  process.send?.(message);
}

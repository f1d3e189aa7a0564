import type { Candidate } from '../../domain/candidate.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { CompletionRequest, Message } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { assignmentOf } from '../prompts/assignment-of.ts';
import { exampleTurns } from '../prompts/chat-prompt.ts';
import { completionPrompt } from '../prompts/completion-prompt.ts';
import type { Batch } from '../sample/batch.ts';
import { pickExamples } from '../sample/pick-examples.ts';
import { formsFor } from '../sample/recipes.ts';
import { failureLines, repairMessages } from './repair-prompt.ts';

/** Solved examples before a program that is wrong: they show the form, and more would hide what is to be mended. */
const shownExamples = 2;
/** A small model mends one thing at a time. */
const shownFailures = 1;

/** One model call that asks for corrected versions of the round's parent; null when the parent has no code. */
export function repairBatch(state: RunState, parentId: string, seeds: readonly number[], deps: EngineDeps): Batch | null {
  const parent = state.candidates.find((candidate) => candidate.id === parentId);
  if (parent?.code === null || parent === undefined) return null;
  const temperature = state.request?.temperature ?? 0.8;
  const [form] = formsFor(state, deps);
  if (form !== undefined) return shownRepair(state, { ...parent, code: parent.code }, form, { seeds, temperature }, deps);
  return {
    recipe: 'repair',
    prefill: '',
    request: {
      form: 'chat',
      messages: repairMessages(state, parent, assignmentOf(state), deps.language),
      seeds,
      temperature,
      maxTokens: state.request?.sampleTokens ?? deps.profile.maxTokens,
      stop: [],
    },
  };
}

/** For models that follow shown examples: solved requests, the request with its wrong program, what that did, and the answer begun. */
function shownRepair(
  state: RunState,
  parent: Candidate & { readonly code: string },
  form: 'chat-prefill-examples' | 'completion-examples',
  sampling: Pick<CompletionRequest, 'seeds' | 'temperature'>,
  deps: EngineDeps,
): Batch | null {
  const { language, profile } = deps;
  const entry = state.contract?.entry;
  if (entry === undefined) return null;
  const prefill = language.prefill(entry);
  const examples = pickExamples(state, deps, 'words', 0).slice(-shownExamples);
  const { task } = assignmentOf(state);
  const failure = `That is wrong. ${failureLines(state, parent, language, shownFailures).join('\n')}`;
  const rest = { ...sampling, maxTokens: profile.maxTokens, stop: language.stopRules(entry) };
  const wrong = { request: task, code: parent.code };
  if (form === 'completion-examples') {
    const mended = { task: `${failure} Corrected:`, signature: '', examples: [] };
    const content = completionPrompt(language, [...examples, wrong], mended, prefill, false);
    return { recipe: 'repair', prefill, request: { ...rest, form: 'completion', messages: [{ role: 'user', content }] } };
  }
  const messages: readonly Message[] = [...exampleTurns(language, [...examples, wrong]), { role: 'user', content: `${failure}\n${task}` }];
  return { recipe: 'repair', prefill, request: { ...rest, form: 'chat-prefill', messages, prefill } };
}

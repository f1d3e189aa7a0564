import type { RunState } from '../../domain/run-state.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { assignmentOf } from '../prompts/assignment-of.ts';
import { chatMessages } from '../prompts/chat-prompt.ts';
import { type Arm, exampleForms } from './arms.ts';
import type { Batch } from './batch.ts';
import { exampleBatches } from './example-batches.ts';

/** The first sample of a chat model is close to its best guess; the others spread. */
const firstTemperature = 0.2;

function chatBatches(state: RunState, seeds: readonly number[], deps: EngineDeps): readonly Batch[] {
  const code = state.request?.code;
  // A follow-up revises the program that there is.
  const messages = chatMessages(deps.language, { ...assignmentOf(state), ...(code === undefined ? {} : { code }) });
  const base = { form: 'chat', messages, maxTokens: state.request?.sampleTokens ?? deps.profile.maxTokens, stop: [] } as const;
  const [first, ...rest] = seeds;
  const temperature = state.request?.temperature ?? 0.8;
  const batches: Batch[] = [];
  if (first !== undefined) {
    batches.push({
      recipe: 'chat',
      prefill: '',
      request: { ...base, seeds: [first], temperature: state.request?.firstTemperature ?? Math.min(firstTemperature, temperature) },
    });
  }
  if (rest.length > 0) batches.push({ recipe: 'chat', prefill: '', request: { ...base, seeds: rest, temperature } });
  return batches;
}

const needs = { 'chat-prefill-examples': 'chat-prefill', 'completion-examples': 'completion' } as const;

/** The forms with shown examples that candidates of this run are asked for in; none where a bare chat turn does better. */
export function formsFor(state: RunState, { language, model, profile }: EngineDeps): readonly Arm['form'][] {
  const shown = state.contract?.entry.kind === 'function' || language.host?.hasExamples === true;
  return shown ? exampleForms(profile.recipes).filter((form) => model.capabilities.promptForms.includes(needs[form])) : [];
}

/** How the samples of one round are asked for, in an order that lets a run stop early. */
export function batchesFor(state: RunState, round: number, seeds: readonly number[], deps: EngineDeps): readonly Batch[] {
  const forms = formsFor(state, deps);
  return forms.length === 0 ? chatBatches(state, seeds, deps) : exampleBatches(state, seeds, round, forms, deps);
}

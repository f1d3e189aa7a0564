import type { RunState } from '../../domain/run-state.ts';
import type { Language } from '../../ports/language.ts';
import type { CompletionRequest, Message } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { assignmentOf } from '../prompts/assignment-of.ts';
import { type Assignment, asData, chatMessages, exampleTurns, hostNotes } from '../prompts/chat-prompt.ts';
import { completionPrompt } from '../prompts/completion-prompt.ts';
import { taskText } from '../task-text.ts';
import { pickExamples } from './pick-examples.ts';

/** A way to ask for candidates: one model call with a seed for each sample. */
export type Batch = { readonly recipe: string; readonly request: CompletionRequest; readonly prefill: string };

/** Most samples of one call: more give no more tokens a second. */
const mostSamplesPerCall = 32;
/** The first sample of a chat model is close to its best guess; the others spread. */
const firstTemperature = 0.2;

/** The assignment with the program that a follow-up revises. */
function revisionOf(state: RunState): Assignment {
  const code = state.request?.code;
  return { ...assignmentOf(state), ...(code === undefined ? {} : { code }) };
}

function chatBatches(state: RunState, seeds: readonly number[], deps: EngineDeps): readonly Batch[] {
  const messages = chatMessages(deps.language, revisionOf(state));
  const base = { form: 'chat', messages, maxTokens: deps.profile.maxTokens, stop: [] } as const;
  const [first, ...rest] = seeds;
  const temperature = state.request?.temperature ?? 0.8;
  const batches: Batch[] = [];
  if (first !== undefined) {
    batches.push({
      recipe: 'chat',
      prefill: '',
      request: { ...base, seeds: [first], temperature: Math.min(firstTemperature, temperature) },
    });
  }
  if (rest.length > 0) batches.push({ recipe: 'chat', prefill: '', request: { ...base, seeds: rest, temperature } });
  return batches;
}

/** The request as the solved ones are written: where a program answers from data, with the data on the next line. */
function requestWithData(language: Language, { task, code, context }: Assignment): string {
  const data = language.host?.entry?.kind === 'chunk-return' && context !== undefined ? `\n${asData('data', context)}` : '';
  if (code === undefined) return task + data;
  return `${task}${data}\n\nThe current program:\n\`\`\`${language.fence}\n${code.trimEnd()}\n\`\`\``;
}

/** Small models follow shown examples better than instructions: solved requests as earlier turns, the answer already begun. */
function exampleBatches(state: RunState, seeds: readonly number[], round: number, deps: EngineDeps): readonly Batch[] {
  const { language, profile } = deps;
  const entry = state.contract?.entry;
  if (entry === undefined) return [];
  const assignment = revisionOf(state);
  const prefill = language.prefill(entry);
  const user: Message = { role: 'user', content: requestWithData(language, assignment) };
  const rules: readonly Message[] = language.host === undefined ? [] : [{ role: 'system', content: hostNotes(language).trim() }];
  // A grammar keeps samples inside the language; later rounds go without it, for what it leaves out.
  const grammar = deps.model.capabilities.grammar && round === 0 ? language.grammar?.(entry) : undefined;
  const batches: Batch[] = [];
  const size = Math.min(mostSamplesPerCall, Math.ceil(seeds.length / 2));
  for (let start = 0; start < seeds.length; start += size) {
    const part = seeds.slice(start, start + size);
    const index = start / size + round * 2;
    const byShape = index % 2 === 1;
    const turns = exampleTurns(language, pickExamples(state, deps, byShape ? 'shape' : 'words', Math.floor(index / 2)));
    batches.push({
      recipe: byShape ? 'examples-by-shape' : 'examples-by-words',
      prefill,
      request: {
        form: 'chat-prefill',
        messages: [...rules, ...turns, user],
        prefill,
        seeds: part,
        temperature: byShape ? 0.8 : 0.5,
        ...(byShape ? { minP: 0.1 } : {}),
        maxTokens: profile.maxTokens,
        stop: language.stopRules(entry),
        ...(grammar === undefined ? {} : { grammar }),
      },
    });
  }
  return batches;
}

/** The same examples and the same beginning as one text, for models that only continue text. */
function completionBatches(state: RunState, seeds: readonly number[], round: number, deps: EngineDeps): readonly Batch[] {
  return exampleBatches(state, seeds, round, deps).map(({ recipe, prefill, request }, index) => {
    const { prefill: _begun, messages: _turns, ...sampling } = request;
    const byShape = recipe === 'examples-by-shape';
    const examples = pickExamples(state, deps, byShape ? 'shape' : 'words', Math.floor((index + round * 2) / 2));
    const content = completionPrompt(deps.language, examples, taskText(state), prefill);
    return { recipe: `completion-${recipe}`, prefill, request: { ...sampling, form: 'completion', messages: [{ role: 'user', content }] } };
  });
}

/** How the samples of one round are asked for, in an order that lets a run stop early. */
export function batchesFor(state: RunState, round: number, seeds: readonly number[], deps: EngineDeps): readonly Batch[] {
  const prefers = deps.profile.recipes[0] ?? 'chat';
  const forms = deps.model.capabilities.promptForms;
  const shown = state.contract?.entry.kind === 'function' || deps.language.host?.hasExamples === true;
  if (prefers === 'chat' || !shown) return chatBatches(state, seeds, deps);
  if (prefers === 'completion-examples' && forms.includes('completion')) return completionBatches(state, seeds, round, deps);
  return forms.includes('chat-prefill') ? exampleBatches(state, seeds, round, deps) : chatBatches(state, seeds, deps);
}

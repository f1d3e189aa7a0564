import type { RunState } from '../../domain/run-state.ts';
import type { Language } from '../../ports/language.ts';
import type { Message } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { assignmentOf } from '../prompts/assignment-of.ts';
import { type Assignment, asData, exampleTurns, hostNotes } from '../prompts/chat-prompt.ts';
import { completionPrompt } from '../prompts/completion-prompt.ts';
import { type Arm, armName, pageOfArms, provenArms } from './arms.ts';
import { type Batch, mostSamplesPerCall } from './batch.ts';
import { pickExamples } from './pick-examples.ts';

/** Another prompt costs its reading: not worth it for fewer samples, except that two are always asked. */
const fairBatch = 16;
/** Share of a later round that goes to new contexts although some of the earlier ones gave programs that pass. */
const freshShare = 0.25;

/** Small models follow shown examples better than instructions: solved requests first, the answer already begun. */
function batchOf(state: RunState, arm: Arm, seeds: readonly number[], deps: EngineDeps): Batch | null {
  const { language, profile, model } = deps;
  const entry = state.contract?.entry;
  if (entry === undefined) return null;
  const prefill = language.prefill(entry);
  const byShape = arm.by === 'shape';
  // A grammar keeps samples inside the language; later pages go without it, for what it leaves out.
  const grammar = model.capabilities.grammar && arm.page === 0 ? language.grammar?.(entry) : undefined;
  const sampling = {
    seeds,
    temperature: byShape ? 0.8 : 0.5,
    ...(byShape ? { minP: 0.1 } : {}),
    maxTokens: profile.maxTokens,
    stop: language.stopRules(entry),
    ...(grammar === undefined ? {} : { grammar }),
  };
  const examples = pickExamples(state, deps, arm.by, arm.page);
  const code = state.request?.code;
  const assignment: Assignment = { ...assignmentOf(state), ...(code === undefined ? {} : { code }) };
  const recipe = armName(arm);
  // Typed examples in the prompt help as often as they mislead so small a model: every second page shows them.
  const showChecks = arm.page % 2 === 1;
  if (arm.form === 'completion-examples') {
    const content = completionPrompt(language, examples, assignment, prefill, showChecks);
    return { recipe, prefill, request: { ...sampling, form: 'completion', messages: [{ role: 'user', content }] } };
  }
  const rules: readonly Message[] = language.host === undefined ? [] : [{ role: 'system', content: hostNotes(language).trim() }];
  const turns = exampleTurns(language, examples, showChecks);
  const messages = [...rules, ...turns, { role: 'user' as const, content: lastTurn(language, assignment, showChecks) }];
  return { recipe, prefill, request: { ...sampling, form: 'chat-prefill', messages, prefill } };
}

/** The request as the solved ones are written: where a program answers from data, with the data on the next line. */
function lastTurn(language: Language, { task, examples, context, code }: Assignment, showChecks: boolean): string {
  const isFromData = language.host?.entry?.kind === 'chunk-return';
  const data = context === undefined ? '' : asData('data', context);
  const parts = [
    [task, ...(isFromData && data !== '' ? [data] : []), ...(showChecks ? examples : [])].join('\n'),
    isFromData || data === '' ? '' : `Data that the request is about:\n${data}`,
    code === undefined ? '' : `The current program:\n\`\`\`${language.fence}\n${code.trimEnd()}\n\`\`\``,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Round 0 tries the nearest examples in every form. A later round spends most of its samples where some already passed, because
 * supporters are what is missing then, and the rest in new contexts; without such samples all of it is new.
 */
function armsOf(state: RunState, round: number, forms: readonly Arm['form'][], parts: number): readonly Arm[] {
  const fresh = pageOfArms(forms, round);
  const proven = provenArms(state, round, forms);
  const again = proven.length === 0 ? 0 : parts - Math.floor(parts * freshShare);
  return Array.from({ length: parts }, (_, part) =>
    part < again ? proven[part % proven.length] : fresh[(part - again) % fresh.length],
  ).filter((arm) => arm !== undefined);
}

/** Samples by shown examples in each of `forms`; parts of a round that ask alike are one call. */
export function exampleBatches(
  state: RunState,
  seeds: readonly number[],
  round: number,
  forms: readonly Arm['form'][],
  deps: EngineDeps,
): readonly Batch[] {
  const fair = Math.min(2 * forms.length, Math.floor(seeds.length / fairBatch));
  const parts = Math.max(2, fair, Math.ceil(seeds.length / mostSamplesPerCall));
  const share = Math.ceil(seeds.length / parts);
  const calls: { readonly arm: Arm; readonly seeds: number[] }[] = [];
  for (const [part, arm] of armsOf(state, round, forms, parts).entries()) {
    for (const seed of seeds.slice(part * share, (part + 1) * share)) {
      const open = calls.find((call) => armName(call.arm) === armName(arm) && call.seeds.length < mostSamplesPerCall);
      if (open === undefined) calls.push({ arm, seeds: [seed] });
      else open.seeds.push(seed);
    }
  }
  return calls.flatMap((call) => batchOf(state, call.arm, call.seeds, deps) ?? []);
}

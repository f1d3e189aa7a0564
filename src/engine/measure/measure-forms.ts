import { observationKey } from '../../domain/behaviour-key.ts';
import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { firstLookSeconds, observe } from '../observe/observe.ts';
import type { Batch } from '../sample/batch.ts';
import { batchesFor } from '../sample/recipes.ts';
import { seedsFrom } from '../sample/seeds.ts';
import type { Asker, SampleEnd } from './asker.ts';
import type { TaskState } from './task-state.ts';

type Form = ModelProfile['recipes'][number];
type FormResult = ModelMeasurement['forms'][number];

const samplesPerTask = 4;
/** A right answer to a known task needs far less. */
const mostTokens = 400;
const allForms: readonly Form[] = ['chat', 'chat-prefill-examples', 'completion-examples'];
const needs = { chat: 'chat', 'chat-prefill-examples': 'chat-prefill', 'completion-examples': 'completion' } as const;

function batchesOf(form: Form, { state }: TaskState, seeds: readonly number[], deps: EngineDeps): readonly Batch[] {
  return batchesFor(state, 0, seeds, { ...deps, profile: { ...deps.profile, recipes: [form] } });
}

/** The note of a form that cannot be asked for. */
export const notOffered = 'this backend does not offer it';

type Tally = { readonly form: Form; right: number; trials: number; note: string | null; longest: number; possible: boolean };

export type FormsResult = { readonly forms: readonly FormResult[]; readonly longestRight: number | null };

/** Which ways of asking give right programs: each known task, four samples each, run and compared with the known behaviour. */
export async function measureForms(
  tasks: readonly TaskState[],
  asker: Asker,
  deps: EngineDeps,
  timeLeft: () => boolean,
  say: (form: Form, done: number) => void,
  options: Abortable,
): Promise<FormsResult> {
  const results = allForms.map((form): Tally => {
    const possible = deps.model.capabilities.promptForms.includes(needs[form]);
    return { form, right: 0, trials: 0, note: possible ? null : notOffered, longest: 0, possible };
  });
  for (const [index, task] of tasks.entries()) {
    for (const result of results) {
      if (!result.possible || (!timeLeft() && result.trials > 0)) continue;
      say(result.form, index);
      for (const batch of batchesOf(result.form, task, seedsFrom(1 + index, samplesPerTask), deps)) {
        const { samples, trouble } = await asker.complete({ ...batch.request, maxTokens: Math.min(batch.request.maxTokens, mostTokens) });
        result.trials += batch.request.seeds.length;
        if (trouble !== null) result.note = trouble;
        const right = await rightOnes(samples, batch, task, deps, options);
        result.right += right.length;
        result.longest = Math.max(result.longest, ...right.map(({ usage }) => usage.completionTokens));
      }
      if (result.trials >= 2 * samplesPerTask && result.right === 0 && result.note !== null) result.possible = false;
    }
  }
  const best = results.reduce((top, one) => (shareOf(one) > shareOf(top) ? one : top));
  return {
    forms: results.map(({ form, right, trials, note }) => ({ form, right, trials, note })),
    longestRight: best.right > 0 ? best.longest : null,
  };
}

const shareOf = ({ right, trials }: { right: number; trials: number }): number => (trials === 0 ? 0 : right / trials);

async function rightOnes(
  samples: readonly SampleEnd[],
  batch: Batch,
  { task, contract }: TaskState,
  deps: EngineDeps,
  options: Abortable,
): Promise<readonly SampleEnd[]> {
  const programs = samples.map((sample) => {
    const prefill = batch.prefill === '' ? {} : { prefill: batch.prefill };
    const extraction = deps.language.extract({ text: sample.text, finish: sample.finish, ...prefill }, contract);
    if (extraction.type === 'rejected') return null;
    return deps.language.check(extraction.code, contract).some(({ severity }) => severity === 'error') ? null : extraction.code;
  });
  const known = await behaviourOf(task.code, task.calls, contract, deps, options);
  const distinct = [...new Set(programs.filter((program) => program !== null))];
  const right = new Set<string>();
  for (const program of distinct) {
    if ((await behaviourOf(program, task.calls, contract, deps, options)) === known) right.add(program);
  }
  return samples.filter((_sample, index) => right.has(programs[index] ?? ''));
}

async function behaviourOf(
  code: string,
  calls: readonly string[],
  contract: TaskState['contract'],
  deps: EngineDeps,
  options: Abortable,
): Promise<string> {
  const indexed = calls.map((expression, index) => ({ index, call: { type: 'expression', expression } as const }));
  const { observations } = await observe(code, contract, indexed, firstLookSeconds, deps, options);
  return observations.map((observation) => observationKey(observation)).join('\n');
}

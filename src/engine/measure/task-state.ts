import type { Contract } from '../../domain/contract.ts';
import { runRequestSchema } from '../../domain/run-request.ts';
import { emptyRunState, type RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import type { Language } from '../../ports/language.ts';
import type { KnownTask } from './known-tasks.ts';

export type TaskState = { readonly task: KnownTask; readonly state: RunState; readonly contract: Contract };

/** A known task as a run would hold it once its contract and its examples are fixed, so that the engine's own prompts are measured. */
export function taskState(task: KnownTask, language: Language, samples: { candidates: number; tests: number }): TaskState {
  const signature = language.parseSignature(task.signature);
  if (!signature.ok) throw new TypeError(`known task ${task.name}: ${signature.reason}`);
  const entry = signature.value;
  const contract: Contract = { language: language.id, entry };
  const tests = task.examples.map((source, index): Test => {
    const example = language.parseExample(source, entry);
    if (!example.ok) throw new TypeError(`known task ${task.name}: ${example.reason}`);
    return { id: `t${index + 1}`, call: example.value.call, expected: example.value.expected, origin: 'user', votes: 1, source };
  });
  const request = runRequestSchema.parse({
    task: task.request,
    language: language.id,
    signature: task.signature,
    examples: task.examples,
    candidates: samples.candidates,
    testSamples: samples.tests,
  });
  return {
    task,
    contract,
    state: { ...emptyRunState, phase: 'running', request, language: language.id, contract, signature: task.signature, tests },
  };
}

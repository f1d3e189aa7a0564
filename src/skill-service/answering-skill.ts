import type { RunSkill } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { ObserveDeps } from '../engine/observe/observe.ts';
import { checkExamples } from '../engine/tests/check-examples.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Fitting } from './fitting-skills.ts';

/** What the examples of a request made of skills. */
export type Tried = { readonly answer: RunSkill | null; readonly failed: readonly string[] };

/** The first of them that passes the request's trusted examples; of these one must be such that a program without a body fails it. */
export async function answeringSkill(
  request: RunRequest,
  { contract, skills }: Fitting,
  deps: ObserveDeps,
  options: Abortable,
): Promise<Tried> {
  const idle = await checkExamples(deps.language.stub(contract), request, contract, deps, options);
  if (idle.every(({ passed }) => passed)) return { answer: null, failed: [] };
  const failed: string[] = [];
  for (const skill of skills) {
    const checked = await checkExamples(skill.code, request, contract, deps, options);
    if (checked.every(({ passed }) => passed)) return { answer: { ...skill, answers: true }, failed };
    failed.push(skill.name);
  }
  return { answer: null, failed };
}

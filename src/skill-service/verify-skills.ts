import { AppError } from '../domain/app-error.ts';
import type { Skill, SkillVerification } from '../domain/skill.ts';
import type { Abortable } from '../ports/abortable.ts';
import { BodyBench, type BodyTools, runtimeName } from './body-bench.ts';
import type { SkillServiceDeps, TestedBody } from './skill-service-deps.ts';
import type { SkillCheck } from './skill-service-types.ts';
import { testFunction } from './test-function.ts';

type Options = Abortable & { readonly again: boolean; readonly onCheck: (check: SkillCheck) => void };

/** Runs the tests of skills and keeps what they came to. One that cannot be run here is skipped with the reason. */
export async function verifySkills(skills: readonly Skill[], deps: SkillServiceDeps, options: Options): Promise<readonly SkillCheck[]> {
  const bench = new BodyBench(deps);
  const checks: SkillCheck[] = [];
  try {
    for (const skill of skills) {
      options.signal?.throwIfAborted();
      const check = await verifySkill(skill, bench, deps, options);
      checks.push(check);
      options.onCheck(check);
    }
    return checks;
  } finally {
    await bench.close();
  }
}

async function verifySkill(skill: Skill, bench: BodyBench, deps: SkillServiceDeps, options: Options): Promise<SkillCheck> {
  const skipped = (detail: string): SkillCheck => ({ name: skill.name, result: 'skipped', verification: null, detail, failures: [] });
  if (skill.status === 'stub') return skipped('it is a stub: its body is still to be written');
  if (skill.body === null || skill.language === null) return skipped('it is instructions alone: there is nothing to run');
  if (skill.tests.length === 0) return skipped('it has no tests, so nothing can be verified');
  if (skill.kind === 'predict-act' && deps.testPredictAct === undefined) return skipped('bodies with predict and act cannot be run here');
  try {
    const runtime = runtimeName(skill.language, (await deps.runtime(skill.language, skill.profile ?? undefined)).version);
    const known = options.again ? null : await deps.records.verification(skill.hash, runtime);
    if (known !== null) return { name: skill.name, result: 'kept', verification: known, detail: known.detail, failures: [] };
    if (skill.kind !== 'predict-act' || deps.testPredictAct === undefined)
      return await verifyFunction(skill, await bench.tools(skill.language, skill.profile, options), deps, options);
    return await kept(skill, runtime, await deps.testPredictAct(skill, options), deps);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'runtime-missing' || error.code === 'bad-config'))
      return skipped(`${error.message}; ${error.hint}`);
    if (error instanceof AppError && error.code === 'bad-input') return skipped(error.message);
    throw error;
  }
}

/** Runs the tests of a `function` skill with tools that are open already, and keeps what they came to. */
export async function verifyFunction(
  skill: Skill,
  tools: BodyTools,
  deps: Pick<SkillServiceDeps, 'records' | 'clock' | 'timeoutSeconds'>,
  options: Abortable,
): Promise<SkillCheck> {
  return kept(skill, tools.runtime, await testFunction(skill, tools, deps.timeoutSeconds, options), deps);
}

async function kept(
  skill: Skill,
  runtime: string,
  tested: TestedBody,
  { records, clock }: Pick<SkillServiceDeps, 'records' | 'clock'>,
): Promise<SkillCheck> {
  const verification = verificationOf(skill, runtime, tested, clock.now());
  await records.addVerification(verification);
  const { status, detail } = verification;
  return { name: skill.name, result: status, verification, detail, failures: tested.failures };
}

function verificationOf(skill: Skill, runtime: string, { passed, total, detail, failures }: TestedBody, at: number): SkillVerification {
  const [first] = failures;
  const sound = detail === '' && total > 0 && passed === total;
  const what = first === undefined ? detail : `${first.test}: observed ${first.observed}`;
  return { name: skill.name, hash: skill.hash, runtime, at, passed, total, status: sound ? 'verified' : 'quarantined', detail: what };
}

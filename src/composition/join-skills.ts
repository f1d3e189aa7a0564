import { AppError } from '../domain/app-error.ts';
import type { RunSkill, Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { say, warned } from '../domain/said.ts';
import { judged, keepDecisions, type Truth } from '../engine/decide/decision-log.ts';
import type { ObserveDeps } from '../engine/observe/observe.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import type { SandboxSession } from '../ports/sandbox.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { answeringSkill, type Tried } from '../skill-service/answering-skill.ts';
import { runtimeName } from '../skill-service/body-bench.ts';
import { type Fitting, fittingSkills } from '../skill-service/fitting-skills.ts';
import type { SkillServiceDeps } from '../skill-service/skill-service-deps.ts';
import { verifyFunction } from '../skill-service/verify-skills.ts';
import { systemClock as clock, sha256 } from './system-clock.ts';

export type JoinParts = Pick<SkillServiceDeps, 'runtime' | 'timeoutSeconds'> & {
  readonly library: () => Promise<SkillLibrary>;
  /** Verifications and decisions are kept there. */
  readonly records: () => Promise<SkillRecords>;
};

export type Joined = { readonly skills: readonly RunSkill[]; readonly warnings: readonly Warning[] };

/** Kept programs for one run, and which of them answers it alone. Where skills cannot be read, a run goes on without them. */
export type JoinSkills = (
  request: RunRequest,
  language: Language,
  tools: Omit<ObserveDeps, 'language' | 'session'> & { readonly session: Promise<SandboxSession> },
  options: Abortable,
) => Promise<Joined>;

export function joinSkills({ library, records, runtime, timeoutSeconds }: JoinParts): JoinSkills {
  return async (request, language, { session, ...tools }, options) => {
    if (request.skills === false) return { skills: [], warnings: [] };
    try {
      const kept = { library: await library(), records: await records(), runtime };
      const verify: Parameters<typeof fittingSkills>[2]['verify'] = async (skill) => {
        const { version } = await runtime(language.id, skill.profile ?? undefined);
        const bench = { ...tools, language, session: await session, runtime: runtimeName(language.id, version) };
        return verifyFunction(skill, bench, { records: kept.records, clock, timeoutSeconds }, options);
      };
      const fitting = await fittingSkills(request, language, { ...kept, clock, random: tools.random, sha256, verify }, options);
      if (fitting === null) return { skills: [], warnings: [] };
      const tried = await answeringSkill(request, fitting, { ...tools, language, session: await session }, options);
      await keepDecisions(kept.records, judged(fitting.decisions, truthOf(tried, fitting)));
      return { skills: tried.answer === null ? fitting.skills : [tried.answer], warnings: [] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // What the request itself is wrong about is said by the run; so is a sandbox that does not open.
      if (error.code === 'bad-input' || error.code.startsWith('sandbox')) return { skills: [], warnings: [] };
      return { skills: [], warnings: [warned('skills', say('skills-not-looked-at', { why: error.message }))] };
    }
  };
}

/** One that answers is right in all its places. Of others no more is known than which of them are not what was meant. */
function truthOf({ answer, failed }: Tried, { decisions, categories }: Fitting): Truth {
  if (answer !== null) return { skill: answer.name, category: categories.get(answer.name) ?? null };
  const taken = decisions.find(({ kind }) => kind === 'skill-leaf')?.choice;
  return taken !== undefined && failed.includes(taken) ? { notSkill: taken } : {};
}

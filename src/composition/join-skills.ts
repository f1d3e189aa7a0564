import { AppError } from '../domain/app-error.ts';
import type { RunSkill, Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { ObserveDeps } from '../engine/observe/observe.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import type { SandboxSession } from '../ports/sandbox.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { answeringSkill, fittingSkills } from '../skill-service/fitting-skills.ts';
import type { SkillServiceDeps } from '../skill-service/skill-service-deps.ts';

export type JoinParts = {
  readonly library: () => Promise<SkillLibrary>;
  readonly records: () => Promise<SkillRecords>;
  readonly runtime: SkillServiceDeps['runtime'];
};

export type Joined = { readonly skills: readonly RunSkill[]; readonly warnings: readonly Warning[] };

/** Kept programs for one run, and which of them answers it alone. Where skills cannot be read, a run goes on without them. */
export type JoinSkills = (
  request: RunRequest,
  language: Language,
  tools: Omit<ObserveDeps, 'language' | 'session'> & { readonly session: Promise<SandboxSession> },
  options: Abortable,
) => Promise<Joined>;

export function joinSkills({ library, records, runtime }: JoinParts): JoinSkills {
  return async (request, language, { session, ...tools }, options) => {
    if (request.skills === false) return { skills: [], warnings: [] };
    try {
      const fitting = await fittingSkills(request, language, { library: await library(), records: await records(), runtime }, options);
      if (fitting === null) return { skills: [], warnings: [] };
      const answer = await answeringSkill(request, fitting, { ...tools, language, session: await session }, options);
      return { skills: answer === null ? fitting.skills : [answer], warnings: [] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // What the request itself is wrong about is said by the run; so is a sandbox that does not open.
      if (error.code === 'bad-input' || error.code.startsWith('sandbox')) return { skills: [], warnings: [] };
      return { skills: [], warnings: [{ feature: 'skills', detail: `no skill was looked at: ${error.message}` }] };
    }
  };
}

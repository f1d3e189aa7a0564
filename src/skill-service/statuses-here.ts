import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { SkillSummary } from '../domain/skill.ts';
import { runtimeName } from './body-bench.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';

type Deps = Pick<SkillServiceDeps, 'records' | 'runtime'>;

/**
 * The same skills with the status that holds for the interpreters of this machine: a verification by another version, or for an
 * interpreter that is gone, is none.
 */
export async function statusesHere<T extends SkillSummary>(skills: readonly T[], deps: Deps): Promise<readonly T[]> {
  const judged = skills.filter(({ status }) => status === 'verified' || status === 'quarantined');
  const newest = await deps.records.verifications(judged.map(({ hash }) => hash));
  const runtimes = new Map<string, Promise<string | null>>();
  const runtimeOf = (id: LanguageId, profile: string | null): Promise<string | null> => {
    const key = `${id} ${profile ?? ''}`;
    const known = runtimes.get(key) ?? presentRuntime(id, profile, deps);
    runtimes.set(key, known);
    return known;
  };
  const here = async (skill: T): Promise<T> => {
    const verification = newest.get(skill.hash);
    if (skill.language === null || verification === undefined) return skill;
    const runtime = await runtimeOf(skill.language, skill.profile);
    if (runtime === verification.runtime) return skill;
    // Another interpreter was the last one; this one may have been before it.
    const own = runtime === null ? null : await deps.records.verification(skill.hash, runtime);
    return { ...skill, status: own?.status ?? 'unverified' };
  };
  return Promise.all(skills.map(here));
}

/** Null where the language cannot be run here. */
async function presentRuntime(id: LanguageId, profile: string | null, { runtime }: Deps): Promise<string | null> {
  try {
    return runtimeName(id, (await runtime(id, profile ?? undefined)).version);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

import type { Contract, Entry } from '../domain/contract.ts';
import type { RunSkill } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { SkillSummary } from '../domain/skill.ts';
import { knownEntry } from '../engine/contract/known-entry.ts';
import type { ObserveDeps } from '../engine/observe/observe.ts';
import { checkExamples } from '../engine/tests/check-examples.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import { rankSkills } from './find-skills.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import { statusesHere } from './statuses-here.ts';
import { isVagueName } from './vague-name.ts';

/** Most kept programs that join one run. */
const mostSkills = 3;
/** How near a skill must be by words where the name of its entry says nothing. */
const nearEnough = 0.3;

export type Fitting = { readonly contract: Contract; readonly skills: readonly RunSkill[] };

/**
 * Verified skills whose entry is the one that a request asks for, nearest by words first. Null when there is none, or when the
 * request does not say its entry, or is about a program of the person's own.
 */
export async function fittingSkills(
  request: RunRequest,
  language: Language,
  deps: Pick<SkillServiceDeps, 'library' | 'records' | 'runtime'>,
  options: Abortable,
): Promise<Fitting | null> {
  if (request.skills === false || request.code !== undefined || request.suite !== undefined || request.siblings !== undefined) return null;
  const entry = knownEntry({ request, answers: [] }, language)?.entry ?? null;
  if (entry === null || entry.kind === 'module') return null;
  const profile = language.host?.profile ?? request.profile;
  const { skills } = await deps.library.list(options);
  const sameEntry = skills.filter(
    (skill) =>
      skill.kind === 'function' && skill.language === language.id && hostOf(skill.profile) === hostOf(profile) && fits(entry, skill.entry),
  );
  if (sameEntry.length === 0) return null;
  const verified = (await statusesHere(sameEntry, deps)).filter(({ status }) => status === 'verified');
  const found: RunSkill[] = [];
  for (const { name, hash } of nearest(request, entry, verified)) {
    const skill = await deps.library.read(name, options);
    // Changed since the list was made: then it is not what was verified.
    if (skill?.hash === hash && skill.body !== null) found.push({ name, hash, code: skill.body.text, answers: false });
  }
  return found.length === 0
    ? null
    : { contract: { language: language.id, entry, ...(profile === undefined ? {} : { profile }) }, skills: found };
}

/** The first of them that passes the request's trusted examples; of these one must be such that a program without a body fails it. */
export async function answeringSkill(
  request: RunRequest,
  { contract, skills }: Fitting,
  deps: ObserveDeps,
  options: Abortable,
): Promise<RunSkill | null> {
  const idle = await checkExamples(deps.language.stub(contract), request, contract, deps, options);
  if (idle.every(({ passed }) => passed)) return null;
  for (const skill of skills) {
    const checked = await checkExamples(skill.code, request, contract, deps, options);
    if (checked.length > 0 && checked.every(({ passed }) => passed)) return { ...skill, answers: true };
  }
  return null;
}

/** Lua without a host has two names. */
const hostOf = (profile: string | null | undefined): string | null => (profile === 'lua54' ? null : (profile ?? null));

function fits(wanted: Entry, own: Entry | null): boolean {
  if (own === null || wanted.kind !== own.kind) return false;
  if (wanted.kind !== 'function' || own.kind !== 'function') return true;
  if (wanted.name !== own.name) return false;
  const needed = own.parameters.filter(({ defaultValue, variadic }) => defaultValue === undefined && variadic !== true).length;
  const most = own.parameters.some(({ variadic }) => variadic === true) ? Number.POSITIVE_INFINITY : own.parameters.length;
  const given = wanted.parameters.length;
  return given >= needed && given <= most;
}

/** A name such as `f` is no sign that two programs are the same, so there the words must be near. */
function nearest(request: RunRequest, entry: Entry, skills: readonly SkillSummary[]): readonly SkillSummary[] {
  const named = entry.kind === 'function' && !isVagueName(entry.name);
  const text = request.message ?? request.task;
  const ranked = rankSkills({ text: named ? `${text} ${entry.name}` : text }, skills);
  return ranked
    .filter(({ score }) => named || score >= nearEnough)
    .slice(0, mostSkills)
    .map(({ skill }) => skill);
}

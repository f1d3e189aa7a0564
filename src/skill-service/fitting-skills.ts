import type { Contract, Entry } from '../domain/contract.ts';
import type { DecisionRecord } from '../domain/decision-record.ts';
import type { RunSkill } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { Skill, SkillSummary } from '../domain/skill.ts';
import { knownEntry } from '../engine/contract/known-entry.ts';
import { sameChance } from '../engine/decide/routing-rules.ts';
import { unfiled } from '../engine/decide/skill-tree.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import { rankSkills, routeByRules } from './find-skills.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillCheck } from './skill-service-types.ts';
import { statusesHere } from './statuses-here.ts';
import { isVagueName } from './vague-name.ts';

/** Most kept programs that join one run. */
const mostSkills = 3;
/** How near a skill must be by words where the name of its entry says nothing. */
const nearEnough = 0.3;

export type Fitting = {
  readonly contract: Contract;
  /** Likeliest first. */
  readonly skills: readonly RunSkill[];
  /** Where the request belongs among all skills, as rules decided it; nobody knows yet whether they were right. */
  readonly decisions: readonly DecisionRecord[];
  readonly categories: ReadonlyMap<string, string>;
};

export type FittingDeps = Pick<SkillServiceDeps, 'library' | 'records' | 'runtime' | 'clock' | 'random' | 'sha256'> & {
  /** Runs the tests of a shipped skill that nobody ran here yet. */
  readonly verify: (skill: Skill) => Promise<SkillCheck>;
};

/**
 * Verified skills whose entry is the one that a request asks for. Among these the routing of the request says which is tried first; it
 * leaves none out, because an entry says more than words do. Null when there is none, or when the request does not say its entry, or
 * is about a program of the person's own.
 */
export async function fittingSkills(
  request: RunRequest,
  language: Language,
  deps: FittingDeps,
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
  const near = nearest(request, entry, await statusesHere(sameEntry, deps));
  const bodies = await readBodies(near, deps, options);
  if (bodies.length === 0) return null;

  const named = isNamed(entry);
  const asked = { text: request.message ?? request.task, ...(named ? { signature: language.formatSignature(entry) } : {}) };
  const tree = { categories: await deps.library.categories(options), skills: skills.filter((skill) => skill.language === language.id) };
  const { skill: routed, decisions } = await routeByRules(asked, tree, deps, options);

  const verifications = await deps.records.verifications(bodies.map(({ hash }) => hash));
  const repeated = new Set(request.examples.map((text) => text.trim()));
  const joining = bodies.map((skill): RunSkill & { readonly same: number } => {
    const { name, hash, tests } = skill;
    // A default value may be left out, so the fitting signature is the skill's own.
    const own = { ...asked, ...(named && skill.signature !== null ? { signature: skill.signature } : {}) };
    const beside = tree.skills.filter(({ category }) => category === skill.category);
    const known = tests.filter((test) => test.type === 'example' && repeated.has(test.text.trim())).length;
    const ownTests = Math.max(0, (verifications.get(hash)?.passed ?? 0) - known);
    return { name, hash, code: skill.body.text, answers: false, same: sameChance(own, skill, beside), ownTests };
  });
  return {
    contract: { language: language.id, entry, ...(profile === undefined ? {} : { profile }) },
    skills: joining.sort((a, b) => Number(b.name === routed) - Number(a.name === routed) || b.same - a.same),
    decisions,
    categories: new Map(bodies.map(({ name, category }) => [name, category || unfiled])),
  };
}

type WithBody = Skill & { readonly body: NonNullable<Skill['body']> };

/** Of skills that were verified, and of shipped ones that are at first need. */
async function readBodies(
  skills: readonly SkillSummary[],
  { library, verify }: FittingDeps,
  options: Abortable,
): Promise<readonly WithBody[]> {
  const found: WithBody[] = [];
  for (const { name, hash, status } of skills) {
    const skill = await library.read(name, options);
    // Changed since the list was made: then it is not what was verified.
    if (skill?.hash !== hash || skill.body === null) continue;
    if (status === 'verified' || (await verify(skill)).result === 'verified') found.push({ ...skill, body: skill.body });
  }
  return found;
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

/** A name such as `f` is no sign that two programs are the same. */
const isNamed = (entry: Entry): boolean => entry.kind === 'function' && !isVagueName(entry.name);

/** Verified ones, and shipped ones that can be; where the name of the entry says nothing, the words must be near. */
function nearest(request: RunRequest, entry: Entry, skills: readonly SkillSummary[]): readonly SkillSummary[] {
  const usable = skills.filter(({ status, root }) => status === 'verified' || (status === 'unverified' && root === 'shipped'));
  const named = isNamed(entry);
  const text = request.message ?? request.task;
  const ranked = rankSkills({ text: named && entry.kind === 'function' ? `${text} ${entry.name}` : text }, usable);
  return ranked
    .filter(({ score }) => named || score >= nearEnough)
    .slice(0, mostSkills)
    .map(({ skill }) => skill);
}

import { AppError } from '../domain/app-error.ts';
import { nearest } from '../domain/nearest-name.ts';
import type { Skill, SkillDraft } from '../domain/skill.ts';
import { judged, keepDecisions } from '../engine/decide/decision-log.ts';
import type { Abortable } from '../ports/abortable.ts';
import { draftOfRun } from './draft-of-run.ts';
import { findSkills, routeByRules } from './find-skills.ts';
import { runSkill } from './run-skill.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillService } from './skill-service-types.ts';
import { statusesHere } from './statuses-here.ts';
import { verifySkills } from './verify-skills.ts';

/** Skills over a library and the records of this machine. */
export function createSkillService(deps: SkillServiceDeps): SkillService {
  const { library } = deps;

  const list: SkillService['list'] = async (options = {}) => {
    const { skills, problems } = await library.list(options);
    return { skills: await statusesHere(skills, deps), problems };
  };

  const show = async (name: string, options: Abortable = {}): Promise<Skill> => {
    const skill = await library.read(name, options);
    if (skill !== null) return (await statusesHere([skill], deps))[0] ?? skill;
    const meant = nearest(
      name,
      (await library.list(options)).skills.map((one) => one.name),
    );
    throw new AppError(
      'not-found',
      `there is no skill ${JSON.stringify(name)}`,
      meant === null ? 'anneal skills list' : `did you mean ${meant}? anneal skills show ${meant}`,
    );
  };

  return {
    list,
    show,
    categories: (options) => library.categories(options),
    async find(request, options = {}) {
      const [{ skills }, categories] = await Promise.all([list(options), library.categories(options)]);
      return findSkills(request, { skills, categories }, deps, options);
    },
    async run(name, inputs, options = {}) {
      return runSkill(await show(name, options), inputs, deps, options);
    },
    async verify({ names, again = false }, { onCheck = () => undefined, ...options } = {}) {
      const wanted = names === 'all' ? (await library.list(options)).skills.map(({ name }) => name) : names;
      const skills: Skill[] = [];
      for (const name of wanted) skills.push(await show(name, options));
      return verifySkills(skills, deps, { ...options, again, onCheck });
    },
    importFolder: (folder, options) => library.importFolder(folder, options),
    exportFolder: (name, into, options) => library.exportFolder(name, into, options),
    remove: (name) => library.remove(name),
    history: (name) => library.history(name),
    async keep(request, options = {}) {
      const taken = new Set((await library.list(options)).skills.map(({ name }) => name));
      const draft = draftOfRun(await deps.runState(request.runId), request, taken);
      const category = request.filed ?? (await filedIn(draft, request.category, deps, options));
      const { name } = await library.write({ ...draft, category }, { root: request.root ?? 'user', replace: request.replace ?? false });
      const [check] = await this.verify({ names: [name] }, options);
      if (check === undefined) throw new AppError('internal', `${name} was kept and not checked`, 'report this');
      return { skill: await show(name, options), check };
    },
  };
}

/** The category that the person says, else the one that rules decide on. The decision is kept; the person's word says whether it is right. */
async function filedIn(draft: SkillDraft, said: string | undefined, deps: SkillServiceDeps, options: Abortable): Promise<string> {
  const [{ skills }, categories] = await Promise.all([deps.library.list(options), deps.library.categories(options)]);
  const { category, decisions } = await routeByRules({ text: draft.description }, { skills, categories }, deps, options);
  const made = decisions.filter(({ kind }) => kind === 'skill-category').map((decision) => ({ ...decision, subject: draft.name }));
  await keepDecisions(deps.records, said === undefined ? made : judged(made, { category: said }));
  return said ?? category ?? '';
}

import { AppError } from '../domain/app-error.ts';
import { nearest } from '../domain/nearest-name.ts';
import type { Skill } from '../domain/skill.ts';
import type { Abortable } from '../ports/abortable.ts';
import { draftOfRun } from './draft-of-run.ts';
import { findSkills } from './find-skills.ts';
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
      const category = request.category ?? (await this.find({ text: draft.description }, options)).category;
      const { name } = await library.write(
        { ...draft, category: category ?? '' },
        { root: request.root ?? 'user', replace: request.replace ?? false },
      );
      const [check] = await this.verify({ names: [name] }, options);
      if (check === undefined) throw new AppError('internal', `${name} was kept and not checked`, 'report this');
      return { skill: await show(name, options), check };
    },
  };
}

import { mechanicalTest, tellsFromIdle, testBody } from '../bodies/test-body.ts';
import type { Settings } from '../config/setting-keys.ts';
import { AppError } from '../domain/app-error.ts';
import { loadPythonBodies } from '../languages/python/body-language.ts';
import type { SkillServiceDeps } from '../skill-service/skill-service-deps.ts';
import type { CliDeps } from '../surfaces/cli/cli-deps.ts';
import { sha256 } from './system-clock.ts';

type Parts = Pick<CliDeps, 'language' | 'runtime'> & Pick<SkillServiceDeps, 'sandbox'>;

/** Tests of a body with `predict` and `act`, in a world that is played. Throws `bad-input` for one that may not be run at all. */
export function predictActTester(parts: Parts, settings: Pick<Settings, 'python'>): NonNullable<SkillServiceDeps['testPredictAct']> {
  return async (skill, options) => {
    const code = skill.body?.text ?? '';
    const [language, runtime, sandbox] = await Promise.all([parts.language('python'), parts.runtime('python', settings), parts.sandbox()]);
    const bodies = await loadPythonBodies(language);
    const [fault] = bodies.check(code);
    if (fault !== undefined) throw new AppError('bad-input', `${skill.name}: ${fault.message}`, `anneal skills show ${skill.name} --body`);
    const declared = bodies.integration(code);
    if (!declared.ok) throw new AppError('bad-input', `${skill.name}: ${declared.reason}`, `anneal skills show ${skill.name} --body`);
    const deps = { sandbox, bodies, sha256, runtime: runtime.spec, runtimeName: `python ${runtime.version}` };
    const results = await testBody(code, declared.value, [mechanicalTest(skill.description), ...skill.tests], deps, options);
    const failures = results.flatMap(({ request, passed, detail }) => (passed ? [] : [{ test: request, observed: detail }]));
    const tells = failures.length > 0 || (await tellsFromIdle(skill.tests, declared.value, deps, options));
    const detail = tells ? '' : 'a body that does nothing passes its tests too, so they prove nothing';
    return { passed: results.length - failures.length, total: results.length, detail, failures };
  };
}

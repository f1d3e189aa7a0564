import { AppError } from '../domain/app-error.ts';
import { describeObservation } from '../domain/describe-evidence.ts';
import { runRequestSchema } from '../domain/run-request.ts';
import type { Skill } from '../domain/skill.ts';
import { checkExamples } from '../engine/tests/check-examples.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type BodyTools, contractOfSkill } from './body-bench.ts';
import type { TestedBody } from './skill-service-deps.ts';

/**
 * Runs the tests of a `function` skill: the body is looked at, then called in the sandbox; expected values never get there. Tests
 * that a body without content passes prove nothing, so one more is needed than those.
 */
export async function testFunction(skill: Skill, tools: BodyTools, timeoutSeconds: number, options: Abortable): Promise<TestedBody> {
  const { language } = tools;
  const total = skill.tests.length;
  const failed = (detail: string): TestedBody => ({ passed: 0, total, detail, failures: [] });
  const examples = skill.tests.flatMap((test) => (test.type === 'example' ? [test.text] : []));
  if (skill.body === null) return failed('it has no body');
  if (examples.length < total) return failed('a test with a request is for bodies with predict and act');
  const contract = contractOfSkill(skill, language.host?.profile);
  const fault = language.check(skill.body.text, contract).find(({ severity }) => severity === 'error');
  if (fault !== undefined) return failed(fault.line === undefined ? fault.message : `line ${fault.line}: ${fault.message}`);
  const request = runRequestSchema.parse({ task: skill.name, examples, timeoutSeconds });
  try {
    const [checked, idle] = await Promise.all([
      checkExamples(skill.body.text, request, contract, tools, options),
      checkExamples(language.stub(contract), request, contract, tools, options),
    ]);
    const failures = checked
      .filter(({ passed }) => !passed)
      .map(({ test, observation }) => ({
        test: test.source ?? '',
        observed:
          observation === undefined
            ? 'no result'
            : describeObservation(observation, test.expected, (value) => language.formatValue(value, 200)),
      }));
    if (failures.length === 0 && idle.every(({ passed }) => passed))
      return failed('a body that does nothing passes its tests, so they say nothing');
    // Tests that say the same count once.
    return { passed: checked.length - failures.length, total: checked.length, detail: '', failures };
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad-input') return failed(error.message);
    throw error;
  }
}

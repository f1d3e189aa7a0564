import { AppError } from '../domain/app-error.ts';
import { describeCall, describeObservation } from '../domain/describe-evidence.ts';
import type { Skill } from '../domain/skill.ts';
import type { Call } from '../domain/test.ts';
import { observe } from '../engine/observe/observe.ts';
import type { Abortable } from '../ports/abortable.ts';
import { BodyBench, contractOfSkill } from './body-bench.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillInput, SkillOutcome } from './skill-service-types.ts';

/** Runs the body of a `function` skill on inputs, in the sandbox. Throws `conflict` or `bad-input`. */
export async function runSkill(
  skill: Skill,
  inputs: readonly SkillInput[],
  deps: SkillServiceDeps,
  options: Abortable,
): Promise<SkillOutcome> {
  const { name, body, language: id } = skill;
  if (skill.status === 'quarantined')
    throw new AppError('conflict', `${name} is quarantined: it failed its tests here`, `see why: anneal skills verify ${name} --again`);
  if (skill.status === 'stub')
    throw new AppError('conflict', `${name} is a stub: its body is still to be written`, `anneal skills create --resume ${name}`);
  if (body === null || id === null)
    throw new AppError('bad-input', `${name} is instructions alone: there is nothing to run`, `read them: anneal skills show ${name}`);
  if (skill.kind !== 'function')
    throw new AppError(
      'bad-input',
      `${name} has a body with predict and act: it is run on a request, not on calls`,
      `anneal skills run ${name} "REQUEST"`,
    );
  const bench = new BodyBench(deps);
  try {
    const tools = await bench.tools(id, skill.profile, options);
    const contract = contractOfSkill(skill, tools.language.host?.profile);
    const calls = inputs.map((input) => callOf(input, skill));
    const look = await observe(
      body.text,
      contract,
      calls.map((call, index) => ({ index, call })),
      deps.timeoutSeconds,
      tools,
      options,
    );
    const results = calls.map((call, index) => {
      const observation = look.observations.find((candidate) => candidate.call === index) ?? {
        call: index,
        outcome: { type: 'missing', reason: 'no report' },
      };
      const expected = call.type === 'program' ? ({ type: 'stdout', text: '' } as const) : ({ type: 'unknown' } as const);
      return {
        call: describeCall(call),
        observation,
        text: describeObservation(observation, expected, (value) => tools.language.formatValue(value)),
      };
    });
    return { name, hash: skill.hash, status: skill.status, language: id, results, stderr: look.stderr ?? '', level: look.level };
  } finally {
    await bench.close();
  }
}

function callOf(input: SkillInput, { name, entry, signature }: Skill): Call {
  const kind = input.type === 'call' ? 'function' : input.type === 'program' ? 'script' : 'chunk-return';
  const fits = entry?.kind === kind || (kind === 'function' && entry?.kind === 'module');
  if (!fits) {
    const how =
      entry?.kind === 'script'
        ? '--stdin TEXT'
        : entry?.kind === 'chunk-return'
          ? '-c \'{"vars": {}}\''
          : `-c "${entry?.kind === 'function' ? entry.name : 'f'}(…)"`;
    throw new AppError(
      'bad-input',
      `${name} is not entered that way${signature === null ? '' : `: it is ${signature}`}`,
      `anneal skills run ${name} ${how}`,
    );
  }
  switch (input.type) {
    case 'call':
      return { type: 'expression', expression: input.call.trim() };
    case 'program':
      return { type: 'program', stdin: input.stdin, args: input.args };
    case 'context':
      return { type: 'context', context: input.context };
  }
}

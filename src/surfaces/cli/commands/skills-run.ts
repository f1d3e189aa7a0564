import { AppError } from '../../../domain/app-error.ts';
import { type Json, jsonLoss } from '../../../domain/json.ts';
import { shellWord } from '../../../domain/shell-word.ts';
import type { Skill } from '../../../domain/skill.ts';
import type { SkillInput } from '../../../skill-service/skill-service-types.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { readInputFile } from '../read-input-file.ts';
import { readStandardInput } from '../read-standard-input.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';
import type { RunBodyOptions } from './skills-run-body.ts';

type Options = SandboxFlags &
  RunBodyOptions & { readonly call?: readonly string[]; readonly stdin?: string; readonly arg?: readonly string[] };
const maxStdinBytes = 1024 * 1024;

/** `anneal skills run NAME -c CALL…`: one line a call; exit 1 when a call gave no value. One with `predict` and `act` takes a request. */
export const skillsRunCommand: CliCommand<Options, [name: string, request: string | undefined]> = async (
  context,
  options,
  name,
  request,
) => {
  const { deps, terminal, signal } = context;
  const service = await deps.skills(await sandboxSettings(context, options));
  const skill = await service.show(name, { signal });
  if (skill.kind === 'predict-act') {
    if (skill.status === 'unverified') terminal.alert(`warning: ${name} is not verified here: anneal skills verify ${name}`, 'yellow');
    return (await import('./skills-run-body.ts')).runBodyCommand(context, options, name, request);
  }
  if (request !== undefined) {
    throw new AppError('usage', `${name} is run on calls, not on a request`, `anneal skills run ${name} ${callHint(skill)}`);
  }
  const outcome = await service.run(name, await inputsOf(skill, options, context), { signal });
  if (outcome.status !== 'verified') terminal.alert(`warning: ${name} is not verified here: anneal skills verify ${name}`, 'yellow');
  if (options.json) terminal.json(outcome, 2);
  for (const { text, observation } of options.json ? [] : outcome.results) {
    const isProgram = skill.entry?.kind === 'script' && observation.outcome.type === 'value';
    terminal.data(isProgram ? (observation.stdout ?? '') : `${text}\n`);
  }
  if (outcome.stderr.trim() !== '' && !options.json) terminal.note(outcome.stderr.trimEnd(), 'dim');
  return outcome.results.every(({ observation }) => observation.outcome.type === 'value') ? 0 : 1;
};

async function inputsOf(skill: Skill, options: Options, context: CliContext): Promise<readonly SkillInput[]> {
  const { call = [], arg = [], stdin } = options;
  if (skill.entry?.kind === 'script' && call.length === 0) return [{ type: 'program', stdin: await readStdin(stdin, context), args: arg }];
  if (call.length === 0) {
    throw new AppError('usage', `say what ${skill.name} is to be run on: -c CALL`, `anneal skills run ${skill.name} ${callHint(skill)}`);
  }
  return call.map((source) =>
    skill.entry?.kind === 'chunk-return' ? { type: 'context', context: readJson(source) } : { type: 'call', call: source },
  );
}

/** A call of one of its tests as a flag; where none can be read off, its signature in place of one. */
function callHint({ tests, signature }: Skill): string {
  for (const test of tests) {
    const call = test.type === 'example' ? /^(.+?[)\]}])\s*(?:===?|~=|raises\b)/.exec(test.text)?.[1] : undefined;
    if (call !== undefined) return `-c ${/["$`\\!]/.test(call) ? shellWord(call) : `"${call}"`}`;
  }
  return signature === null || signature === undefined ? '-c CALL' : `-c CALL, for ${signature}`;
}

async function readStdin(source: string | undefined, { stdin, signal }: CliContext): Promise<string> {
  if (source === undefined) return '';
  return source === '-'
    ? readStandardInput(stdin, maxStdinBytes, signal)
    : readInputFile(source, { what: 'standard input', maxBytes: maxStdinBytes });
}

function readJson(source: string): Json {
  const loss = jsonLoss(source);
  if (loss !== null)
    throw new AppError('bad-input', `--call ${JSON.stringify(source.slice(0, 120))}: ${loss}`, 'change the data, then run it again');
  try {
    return JSON.parse(source) as Json;
  } catch (cause) {
    throw new AppError(
      'bad-input',
      `--call ${JSON.stringify(source.slice(0, 120))}: no valid JSON`,
      'this skill answers from data: give it as JSON',
      { cause },
    );
  }
}

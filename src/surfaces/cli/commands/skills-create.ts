import { resolve } from 'node:path';
import type { CreatedBody } from '../../../bodies/create-body.ts';
import { withNamedModel } from '../../../config/named-model.ts';
import { AppError } from '../../../domain/app-error.ts';
import { bodyExpectationSchema } from '../../../domain/body-test.ts';
import { exitCodeByStatus } from '../../../domain/exit-code.ts';
import type { Json } from '../../../domain/json.ts';
import type { SkillTest } from '../../../domain/skill.ts';
import { keepDecisions, settleDecisions } from '../../../engine/decide/decision-log.ts';
import { unfiled } from '../../../engine/decide/skill-tree.ts';
import type { OwnRoot } from '../../../ports/skill-library.ts';
import { buildRequest } from '../build-request.ts';
import type { CliCommand, CliContext, CommonOptions } from '../cli-context.ts';
import { openProgress } from '../open-progress.ts';
import { expandExamples } from '../read-examples.ts';
import { readInputFile } from '../read-input-file.ts';
import { readTask } from '../read-task.ts';
import { showPull } from '../show-pull.ts';
import { type BodyFlags, openBodyService } from '../skills/open-bodies.ts';

type Options = BodyFlags & {
  readonly kind?: string;
  readonly language?: string;
  readonly signature?: string;
  readonly example?: readonly string[];
  readonly contract?: string;
  readonly root?: string;
  readonly project?: boolean;
  readonly new?: boolean;
  readonly resume?: string;
};

const maxContractBytes = 128 * 1024;

/** `anneal skills create "<request>"`: progress on stderr, the skill on stdout. */
export const skillsCreateCommand: CliCommand<Options, [request: string | undefined]> = async (context, options, argument) => {
  const root = rootOf(options.root ?? (options.project ? 'project' : 'user'));
  const contract =
    options.contract === undefined ? undefined : await readContract(resolve(context.workingFolder, options.contract), options.contract);
  if (options.resume !== undefined) {
    const tests = await readTests(options, context.workingFolder);
    return show(
      context,
      options,
      await watch(context, options, (bodies, watched) => bodies.resume(options.resume ?? '', { root, tests, ...given(contract) }, watched)),
    );
  }
  const request = await readTask(context, {
    argument,
    flag: undefined,
    mayAsk: context.terminal.interactive,
    hasDemo: false,
    onReading: () => undefined,
  });
  if (request === null) throw new AppError('usage', 'no request was given', 'anneal skills create "what the skill should do"');
  if (kindOf(options) === 'function') {
    if (contract !== undefined)
      throw new AppError('usage', '--contract is for bodies with predict and act', 'add --kind predict-act, or leave it out');
    return createFunction(context, options, request, root);
  }
  const tests = await readTests(options, context.workingFolder);
  const asked = { request, root, tests, ...given(contract), evenIfThere: options.new ?? false };
  return show(context, options, await watch(context, options, (bodies, watched) => bodies.create(asked, watched)));
};

const given = (contract: string | undefined) => (contract === undefined ? {} : { contract });

function rootOf(text: string): OwnRoot {
  if (text === 'user' || text === 'project') return text;
  throw new AppError('usage', `--root: "${text}" is not available`, 'allowed: user, project');
}

/** Examples of calls, a signature or another language mean a function; else the body acts on requests. */
function kindOf({ kind, language, signature, example = [] }: Options): 'function' | 'predict-act' {
  if (kind === 'function' || kind === 'predict-act') return kind;
  if (kind !== undefined) throw new AppError('usage', `--kind: "${kind}" is not available`, 'allowed: function, predict-act');
  const calls = example.some((text) => !/^\s*(?:@|\{\s*"request")/.test(text));
  return signature !== undefined || calls || (language !== undefined && language !== 'python') ? 'function' : 'predict-act';
}

async function readContract(file: string, shown: string): Promise<string> {
  try {
    return await readInputFile(file, { what: 'contract', maxBytes: maxContractBytes });
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'not-found') throw cause;
    throw new AppError(
      'not-found',
      `skill contract not found: ${shown}`,
      'name an existing file, or leave --contract out for the shipped one',
      { cause },
    );
  }
}

/** `{"request": "…", "expect": {…}}`, or `@FILE` that holds one. */
async function readTests({ example = [] }: Options, workingFolder: string): Promise<readonly SkillTest[]> {
  return (await expandExamples(example, workingFolder)).map((text) => {
    const wrong = (reason: string): AppError =>
      new AppError(
        'bad-input',
        `example ${JSON.stringify(text.slice(0, 120))}: ${reason}`,
        'write {"request": "…", "expect": {"log": ["words"]}}, or a call with --kind function',
      );
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      throw wrong('it is no JSON');
    }
    const { request, expect = {} } = (typeof data === 'object' && data !== null ? data : {}) as { request?: unknown; expect?: unknown };
    if (typeof request !== 'string') throw wrong('it has no "request"');
    const parsed = bodyExpectationSchema.safeParse(expect);
    if (!parsed.success) throw wrong(`"expect": ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`);
    return { type: 'call', request, expect: expect as Json };
  });
}

type Bodies = Awaited<ReturnType<typeof openBodyService>>['bodies'];
type Watched = { readonly signal: AbortSignal; readonly onStep: (line: string) => void; readonly onText: (characters: number) => void };

/** Milliseconds between two lines about a text that grows; a file or a log keeps them all. */
const everyMs = { interactive: 2000, kept: 15_000 };

async function watch(
  context: CliContext,
  options: Options,
  work: (bodies: Bodies, watched: Watched) => Promise<CreatedBody>,
): Promise<CreatedBody> {
  const { terminal, signal } = context;
  const { bodies } = await openBodyService(context, options);
  const pauseMs = terminal.interactive ? everyMs.interactive : everyMs.kept;
  let last = performance.now();
  return work(bodies, {
    signal,
    onStep: (line) => {
      last = performance.now();
      terminal.note(line, 'dim');
    },
    onText: (characters) => {
      if (performance.now() - last < pauseMs) return;
      last = performance.now();
      terminal.note(`  ${characters} characters so far`, 'dim');
    },
  });
}

function show({ terminal, invocation }: CliContext, options: CommonOptions, { skill, verified, tests, decisions }: CreatedBody): number {
  const passed = tests.filter((test) => test.passed).length;
  const status = verified ? 'verified' : 'unverified';
  if (options.json) {
    const { name, category, description, kind, language, root } = skill;
    terminal.json({ name, category, description, kind, language, root, status, tests, passed, total: tests.length, decisions }, 2);
  } else {
    terminal.data(`${skill.name}  ${status}  ${passed} of ${tests.length} tests  ${skill.category}\n`);
    terminal.note(`run it with: ${invocation} skills run ${skill.name} "…"`);
  }
  return verified ? 0 : exitCodeByStatus.unsure;
}

/** A program with one entry: an ordinary run makes it, and its result is kept under the name that it was filed under. */
async function createFunction(context: CliContext, options: Options & CommonOptions, text: string, root: OwnRoot): Promise<number> {
  const { deps, terminal, signal } = context;
  const { bodies, settings, write } = await openBodyService(context, options);
  const values = withNamedModel(
    write,
    settings.values,
    deps.backends.map(({ id }) => id),
  );
  const request = await buildRequest(context, { ...options, input: false }, { ...settings, values }, text);
  terminal.note('filing the request', 'dim');
  const filing = await bodies.file(text, { signal });
  const records = await deps.skillRecords();
  await keepDecisions(records, filing.decisions);
  const doneBy = (name: string, how: string): AppError =>
    new AppError('conflict', `the skill ${name} does this already${how}`, `anneal skills show ${name}, or create it anyway with --new`);
  if (filing.leaf.type === 'existing') {
    if (!options.new) throw doneBy(filing.leaf.name, '');
    await settleDecisions(records, filing.decisions, { notSkill: filing.leaf.name });
  }
  const progress = await openProgress(context, {});
  const runs = await deps.runs({ settings: { ...settings, values }, showPull: (name, parts) => showPull(progress.say, name, parts) });
  // One that passes the examples is found by running it, whatever its words are.
  const handle = await runs.start({ ...request, interactive: false, skills: !options.new }, { signal });
  try {
    for await (const item of handle.events) progress.show(item);
  } finally {
    progress.end();
  }
  const result = await handle.result;
  // Handed back at any confidence: it passes every example, and a second skill that does the same helps nobody.
  if ((result.status === 'success' || result.status === 'unsure') && result.skill != null) {
    const { name, category } = await (await deps.skills(settings.values)).show(result.skill, { signal });
    await settleDecisions(records, filing.decisions, { skill: name, category: category || unfiled });
    throw doneBy(name, ': it passes your examples');
  }
  if (result.status !== 'success') {
    const { code = 'skill-rejected', message, hint } = result.error ?? {};
    terminal.alert(`nothing was kept: the run ended as ${result.status}${message === undefined ? '' : `: ${message}`}`, 'red');
    const better = request.examples.length === 0 ? 'an example (-e)' : 'a larger model (--write-model)';
    terminal.note(hint ?? `see ${context.invocation} runs show ${result.runId}; ${better} helps most`);
    if (options.json) terminal.json({ status: result.status, runId: result.runId, error: { code, message: message ?? null } }, 2);
    return exitCodeByStatus[result.status];
  }
  const named = filing.leaf.type === 'new' ? { name: filing.leaf.name, description: filing.leaf.description } : {};
  if (filing.newCategory) await (await deps.skillLibrary()).addCategory(filing.category, root);
  const skills = await deps.skills(settings.values);
  const { skill, check } = await skills.keep({ runId: result.runId, ...named, filed: filing.category.path, root }, { signal });
  const { status } = skill;
  const passed = check.verification?.passed ?? 0;
  const total = check.verification?.total ?? 0;
  if (options.json) {
    const { name, category, description, kind, language, signature } = skill;
    terminal.json(
      {
        name,
        category,
        description,
        kind,
        language,
        signature,
        root: skill.root,
        status,
        passed,
        total,
        runId: result.runId,
        decisions: filing.decisions,
      },
      2,
    );
  } else {
    terminal.data(`${skill.name}  ${status}  ${passed} of ${total} tests  ${skill.category}\n`);
  }
  return status === 'verified' ? 0 : exitCodeByStatus.unsure;
}

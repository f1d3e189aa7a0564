import { AppError } from '../domain/app-error.ts';
import type { DecisionRecord } from '../domain/decision-record.ts';
import type { Skill, SkillCategory, SkillDraft, SkillTest } from '../domain/skill.ts';
import type { Integration } from '../domain/skill-body.ts';
import { keepDecisions, settleDecisions } from '../engine/decide/decision-log.ts';
import type { Filing } from '../engine/decide/file-request.ts';
import { nameByRules, type SkillName } from '../engine/decide/name-by-rules.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Clock } from '../ports/clock.ts';
import type { Language } from '../ports/language.ts';
import type { OwnRoot, SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import type { Writer } from './ask-model.ts';
import { type BodyTestResult, mechanicalTest, type TestDeps, tellsFromIdle, testBody } from './test-body.ts';
import { writeBody } from './write-body.ts';
import { writeTests } from './write-tests.ts';

export type CreateBodyDeps = TestDeps & {
  readonly library: SkillLibrary;
  readonly records: SkillRecords;
  readonly language: Pick<Language, 'extractJson'>;
  /** Where the request belongs, and what a new skill is called. */
  readonly file: (request: string, options: Abortable) => Promise<Filing>;
  /** Opens the model that writes; only called once there is something to write. */
  readonly writer: () => Promise<Writer>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told what happens, a line each. */
  readonly onStep: (line: string) => void;
  /** Told how long the text is that a model is writing. */
  readonly onText?: (characters: number) => void;
};

export type CreateBodyRequest = {
  readonly request: string;
  readonly root: OwnRoot;
  /** The person's own tests; they are kept and decide as the written ones do. */
  readonly tests: readonly SkillTest[];
  /** Replaces the shipped contract. */
  readonly contract?: string;
  /** Write a new skill even where one does this already. */
  readonly evenIfThere?: boolean;
};

export type CreatedBody = {
  readonly skill: Skill;
  readonly verified: boolean;
  readonly tests: readonly BodyTestResult[];
  readonly decisions: readonly DecisionRecord[];
};

/** A stub has a comment there, beside its tests. */
const bodyPath = 'scripts/skill.py';
/** Key of a stub's `metadata` that holds the request. */
const requestKey = 'agent-request';

/**
 * Makes a `predict-act` skill of a request: files it, has tests written, then the body, and runs the tests. What could not be
 * written stays as a stub with its tests, and `resumeBody` goes on from there. Throws `conflict` where a skill does this
 * already, `skill-rejected`, or what the model throws.
 */
export async function createBody(asked: CreateBodyRequest, deps: CreateBodyDeps, options: Abortable = {}): Promise<CreatedBody> {
  deps.onStep('filing the request');
  const filing = await deps.file(asked.request, options);
  await keepDecisions(deps.records, filing.decisions);
  if (filing.leaf.type === 'existing') {
    const { name } = filing.leaf;
    if (!asked.evenIfThere) {
      const hint = `anneal skills run ${name} "…", or create it anyway with --new`;
      throw new AppError('conflict', `the skill ${name} does this already`, hint);
    }
    await settleDecisions(deps.records, filing.decisions, { notSkill: name });
  }
  const { name, title, description } = filing.leaf.type === 'new' ? filing.leaf : await anotherName(asked.request, deps);
  deps.onStep(`skill ${name} in ${filing.category.path}${filing.newCategory ? ' (new)' : ''}: ${title}`);
  const writer = await opened(deps);
  const written = writer instanceof AppError ? writer : await testsOf(asked.request, writer, deps, options);
  const tests = [...asked.tests, ...(written instanceof AppError ? [] : written)];
  if (!(written instanceof AppError))
    deps.onStep(`${tests.length} ${tests.length === 1 ? 'test' : 'tests'}, ${asked.tests.length} of them yours`);
  if (filing.newCategory) await deps.library.addCategory(filing.category, asked.root);
  const stub: SkillDraft = {
    ...{ name, description, category: filing.category.path, language: 'python', kind: 'predict-act', profile: null },
    ...{ signature: null, entry: null, license: null, compatibility: null, tests, status: 'stub' },
    body: { path: bodyPath, text: `# Not written yet. To go on: anneal skills create --resume ${name}\n` },
    instructions: instructionsOf(title, asked.request),
    metadata: { [requestKey]: asked.request.slice(0, 4000) },
  };
  const failure = written instanceof AppError ? written : null;
  if (failure !== null || writer instanceof AppError) {
    await deps.library.write(stub, { root: asked.root, ...options });
    throw resumable(failure, name);
  }
  const made = await finish(stub, filing.category, { ...asked, replace: false }, writer, deps, options);
  return { ...made, decisions: filing.decisions };
}

/** Goes on with a stub. Throws as `createBody` does; the stub stays until there is a body. */
export async function resumeBody(
  name: string,
  asked: Omit<CreateBodyRequest, 'request' | 'evenIfThere'>,
  deps: CreateBodyDeps,
  options: Abortable = {},
): Promise<CreatedBody> {
  const stub = await deps.library.read(name, options);
  if (stub === null) throw new AppError('not-found', `there is no skill ${JSON.stringify(name)}`, 'anneal skills list');
  const request = stub.metadata[requestKey];
  if (stub.status !== 'stub' || request === undefined) {
    throw new AppError('conflict', `${name} is no stub: it is ${stub.status}`, `anneal skills show ${name}`);
  }
  const writer = await deps.writer();
  const categories = await deps.library.categories(options);
  const category = categories.find(({ path }) => path === stub.category) ?? { path: stub.category, description: '' };
  let { tests } = stub;
  if (tests.length === 0) {
    deps.onStep('writing tests from the request, before there is a body');
    tests = await writeTests(request, deps.language, writer, withText(deps, options));
  }
  const draft: SkillDraft = { ...stub, tests: [...asked.tests, ...tests], status: 'stub' };
  const made = await finish(draft, category, { ...asked, request, replace: true }, writer, deps, options);
  return { ...made, decisions: [] };
}

async function finish(
  stub: SkillDraft,
  category: SkillCategory,
  asked: CreateBodyRequest & { readonly replace: boolean },
  writer: Writer,
  deps: CreateBodyDeps,
  options: Abortable,
): Promise<Omit<CreatedBody, 'decisions'>> {
  const { skills } = await deps.library.list(options);
  const assignment = {
    ...{ request: asked.request, name: stub.name, description: stub.description, category },
    contract: asked.contract ?? deps.bodies.contract,
    siblings: skills.filter((skill) => skill.category === category.path && skill.name !== stub.name),
    tree: treeSummary(await deps.library.categories(options), skills),
  };
  let code: string;
  try {
    code = await writeBody(assignment, deps.bodies, writer, { ...withText(deps, options), onStep: deps.onStep });
  } catch (error) {
    if (!asked.replace) await deps.library.write(stub, { root: asked.root, ...options });
    throw resumable(error, stub.name);
  }
  const declared = deps.bodies.integration(code);
  const integration = declared.ok ? declared.value : null;
  if (integration === null) throw new TypeError('an accepted body has no readable declaration');
  deps.onStep(`testing in the sandbox, ${deps.runtimeName}, without network`);
  const all = [mechanicalTest(asked.request), ...stub.tests];
  const results = await testBody(code, integration, all, deps, {
    ...options,
    onTest: ({ passed, detail }, index) => deps.onStep(`test ${index + 1} of ${all.length}: ${passed ? 'passed' : detail}`),
  });
  const passed = results.filter((result) => result.passed).length;
  const verified = passed === results.length && (await tellsFromIdle(stub.tests, integration, deps, options));
  const draft: SkillDraft = {
    ...stub,
    status: 'unverified',
    body: { path: bodyPath, text: code },
    compatibility: compatibilityOf(integration),
  };
  const skill = await deps.library.write(draft, { root: asked.root, replace: asked.replace, ...options });
  if (verified) {
    const at = deps.clock.now();
    const about = { name: skill.name, hash: skill.hash, runtime: deps.runtimeName, at, passed, total: results.length };
    await deps.records.addVerification({ ...about, status: 'verified', detail: `${passed} of ${results.length} tests` });
  }
  return { skill: (await deps.library.read(skill.name, options)) ?? skill, verified, tests: results };
}

async function anotherName(request: string, { library }: CreateBodyDeps): Promise<SkillName> {
  const { skills } = await library.list();
  return nameByRules(request, new Set(skills.map(({ name }) => name)));
}

function testsOf(request: string, writer: Writer, deps: CreateBodyDeps, options: Abortable): Promise<readonly SkillTest[] | AppError> {
  deps.onStep('writing tests from the request, before there is a body');
  return testsOr(() => writeTests(request, deps.language, writer, withText(deps, options)));
}

/** A failure to open the writer is kept until the request has been filed: then there is a stub to go on with. */
const opened = ({ writer }: CreateBodyDeps): Promise<Writer | AppError> => testsOr(writer);

async function testsOr<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function resumable(error: unknown, name: string): unknown {
  if (!(error instanceof AppError)) return error;
  const hint = `${error.hint}; then go on with: anneal skills create --resume ${name}`;
  return new AppError(error.code, error.message, hint, { cause: error });
}

const withText = ({ onText }: CreateBodyDeps, options: Abortable) => ({ ...options, ...(onText === undefined ? {} : { onText }) });

const instructionsOf = (title: string, request: string): string =>
  `# ${title}\n\nRun it with a request in words. It was made for:\n\n${request
    .slice(0, 4000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n`;

function compatibilityOf({ transport, hosts, configVars }: Integration): string {
  const settings = configVars.length === 0 ? '' : ` Settings: ${configVars.join(', ')}.`;
  const network = transport === 'http' ? ` Network: ${hosts.join(', ')}.` : ' No network.';
  return `Python 3.8 or later.${network}${settings}`.slice(0, 500);
}

/** A line a category: its path, what it is for, and how many skills it has. */
function treeSummary(categories: readonly SkillCategory[], skills: readonly { readonly category: string }[]): string {
  return categories
    .map(({ path, description }) => {
      const count = skills.filter(({ category }) => category === path).length;
      return `${path}: ${description === '' ? 'no description' : description} (${count} ${count === 1 ? 'skill' : 'skills'})`;
    })
    .join('\n');
}

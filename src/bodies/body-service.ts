import { AppError } from '../domain/app-error.ts';
import type { BodyRun } from '../domain/body-run.ts';
import type { Json } from '../domain/json.ts';
import type { Skill } from '../domain/skill.ts';
import type { Integration } from '../domain/skill-body.ts';
import type { Filing } from '../engine/decide/file-request.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { BodyRunStore } from '../ports/body-run-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { NetworkBroker } from '../ports/network-broker.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { DecideForBody } from './body-host.ts';
import { type CreateBodyDeps, type CreateBodyRequest, type CreatedBody, createBody, resumeBody } from './create-body.ts';
import { declaredHosts } from './declared-hosts.ts';
import { type BodyOutcome, newBodyRun, runBody, withAnswer } from './run-body.ts';
import { type BodyTestResult, mechanicalTest, type TestDeps, testBody } from './test-body.ts';

/** What the person has set for one skill. */
export type SkillWorld = {
  readonly values: Readonly<Record<string, Json>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** `host:port` that were granted to this very body before. */
  readonly hosts: ReadonlySet<string>;
};

export type BodyServiceDeps = {
  readonly library: SkillLibrary;
  readonly store: BodyRunStore;
  readonly broker: NetworkBroker;
  readonly tools: () => Promise<TestDeps>;
  readonly decider: (skill: string) => DecideForBody;
  readonly world: (skill: Skill, declared: readonly string[]) => Promise<SkillWorld>;
  readonly remember: (skill: Skill, hosts: ReadonlySet<string>) => Promise<void>;
  readonly file: CreateBodyDeps['file'];
  readonly creating: () => Promise<Pick<CreateBodyDeps, 'records' | 'language' | 'writer'>>;
  readonly clock: Clock;
  readonly random: Random;
};

/** What one call gives a body beyond what is set and granted for it already. */
export type BodyCall = {
  readonly config?: Readonly<Record<string, Json>>;
  readonly allowNet?: readonly string[];
  /** Keep the hosts of `allowNet` for this body. */
  readonly remember?: boolean;
  readonly files?: ReadonlyMap<string, Uint8Array>;
};

export type Watched = Abortable & { readonly onStep?: (line: string) => void; readonly onText?: (characters: number) => void };

export type BodyRunOutcome = BodyOutcome & {
  /** Settings that the skill declares and nobody set. */
  readonly missing: readonly string[];
  /** Hosts that it declares and that are not granted. */
  readonly ungranted: readonly string[];
};

/** Skills with `predict` and `act`, for every surface. Throws `AppError` or `signal.reason`. */
export type BodyService = {
  readonly create: (asked: CreateBodyRequest, options?: Watched) => Promise<CreatedBody>;
  readonly resume: (name: string, asked: Pick<CreateBodyRequest, 'root' | 'tests' | 'contract'>, options?: Watched) => Promise<CreatedBody>;
  /** Where a request belongs among the skills, and what a new one is called. */
  readonly file: (request: string, options?: Abortable) => Promise<Filing>;
  /** Throws `conflict` for a stub or a quarantined one. A body that fails is a run that failed. */
  readonly run: (name: string, request: string, call: BodyCall, options?: Watched) => Promise<BodyRunOutcome>;
  /** Throws `not-found`, or `conflict` for a run that does not wait, or whose skill changed. */
  readonly answer: (id: string, answer: string, call: BodyCall, options?: Watched) => Promise<BodyRunOutcome>;
  readonly runs: (limit: number) => Promise<readonly BodyRun[]>;
  readonly show: (id: string) => Promise<BodyRun>;
  /** Runs the tests of a body, in a world that is played. */
  readonly test: (skill: Skill, options?: Abortable) => Promise<readonly BodyTestResult[]>;
  readonly declared: (skill: Skill) => Promise<Integration>;
};

export function createBodyService(deps: BodyServiceDeps): BodyService {
  const creating = async ({ onStep = () => undefined, onText }: Watched): Promise<CreateBodyDeps> => ({
    ...(await deps.tools()),
    ...(await deps.creating()),
    ...{ library: deps.library, clock: deps.clock, file: deps.file, onStep },
    ...(onText === undefined ? {} : { onText }),
  });

  const declared = async (skill: Skill): Promise<Integration> => {
    const reading = (await deps.tools()).bodies.integration(bodyOf(skill));
    if (reading.ok) return reading.value;
    throw new AppError('bad-input', `${skill.name}: ${reading.reason}`, `anneal skills show ${skill.name}`);
  };

  const runnable = async (name: string, options: Abortable): Promise<Skill> => {
    const skill = await deps.library.read(name, options);
    if (skill === null) throw new AppError('not-found', `there is no skill ${JSON.stringify(name)}`, 'anneal skills list');
    if (skill.status === 'stub') throw new AppError('conflict', `${name} has no body yet`, `anneal skills create --resume ${name}`);
    if (skill.status === 'quarantined') {
      throw new AppError('conflict', `${name} failed its own tests here and is quarantined`, `see why: anneal skills verify ${name}`);
    }
    if (skill.kind !== 'predict-act') throw new AppError('bad-input', `${name} has no predict and act`, `anneal skills show ${name}`);
    return skill;
  };

  const carryOut = async (skill: Skill, run: BodyRun, call: BodyCall, options: Watched): Promise<BodyRunOutcome> => {
    const integration = await declared(skill);
    const world = await deps.world(skill, integration.configVars);
    const given = { ...world.values, ...run.config, ...call.config };
    // What the skill declares a secret is one, wherever it was set: it is neither stored with the run nor shown to the body.
    const open = Object.entries(given).filter(([name]) => !(name in world.secrets) && !integration.secrets.includes(name));
    const hidden = Object.entries(given).filter(([name]) => integration.secrets.includes(name));
    const all = { ...Object.fromEntries(hidden.map(([name, value]) => [name, String(value)])), ...world.secrets };
    const secrets = Object.entries(all).map(([name, secret]) => ({ name, secret }));
    const config = Object.fromEntries(open);
    const called = Object.keys({ ...run.config, ...call.config });
    const kept = { ...run, config: Object.fromEntries(open.filter(([name]) => called.includes(name))) };
    const hosts = new Set([...world.hosts, ...(call.allowNet ?? [])]);
    if (call.remember) await deps.remember(skill, hosts);
    const outcome = await runBody(
      bodyOf(skill),
      kept,
      integration,
      { config, secrets, hosts, files: call.files ?? new Map() },
      { ...(await deps.tools()), broker: deps.broker, decide: deps.decider(skill.name), onStep: options.onStep ?? (() => undefined) },
      options,
    );
    await deps.store.save(outcome.run);
    const known = new Set([...Object.keys(config), ...Object.keys(all)]);
    return {
      ...outcome,
      missing: integration.configVars.filter((name) => !known.has(name)),
      ungranted: [...declaredHosts(integration, config)].filter((host) => !hosts.has(host)),
    };
  };

  const show = async (id: string): Promise<BodyRun> => {
    const run = await deps.store.read(id);
    if (run === null) throw new AppError('not-found', `there is no run of a skill named ${JSON.stringify(id)}`, 'anneal skills runs');
    return run;
  };

  return {
    file: (request, options = {}) => deps.file(request, options),
    create: async (asked, options = {}) => createBody(asked, await creating(options), options),
    resume: async (name, asked, options = {}) => resumeBody(name, asked, await creating(options), options),
    async run(name, request, call, options = {}) {
      const skill = await runnable(name, options);
      const about = { id: deps.random.hex(6), skill: name, hash: skill.hash, at: deps.clock.now() };
      return carryOut(skill, newBodyRun({ ...about, request, config: {} }), call, options);
    },
    async answer(id, answer, call, options = {}) {
      await show(id);
      // Two answers to one question at once would act twice.
      const release = await deps.store.hold(id);
      if (release === null)
        throw new AppError('conflict', `run ${id} is going on with another answer`, 'wait for it, then see: anneal skills runs');
      try {
        const run = await show(id);
        const skill = await runnable(run.skill, options);
        return await carryOut(skill, withAnswer(run, answer, skill.hash), call, options);
      } finally {
        await release();
      }
    },
    runs: (limit) => deps.store.list(limit),
    show,
    declared,
    async test(skill, options = {}) {
      const tests = [mechanicalTest(skill.description), ...skill.tests];
      return testBody(bodyOf(skill), await declared(skill), tests, await deps.tools(), options);
    },
  };
}

function bodyOf({ name, body }: Skill): string {
  if (body === null) throw new AppError('bad-input', `${name} has no body`, `anneal skills show ${name}`);
  return body.text;
}

import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import { createPartQueue } from '../../domain/part-queue.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { Asker } from './asker.ts';
import { knownTasks } from './known-tasks.ts';
import { measureContext } from './measure-context.ts';
import { measureDecisions } from './measure-decisions.ts';
import { measureForms } from './measure-forms.ts';
import { measureSampling } from './measure-sampling.ts';
import { measureSchema } from './measure-schema.ts';
import { measureSpeed } from './measure-speed.ts';
import { measureTests } from './measure-tests.ts';
import { taskState } from './task-state.ts';

export type MeasureOptions = Abortable & {
  /** Milliseconds for everything; parts that do not fit are cut short, not left out. Default four minutes. */
  readonly budgetMs?: number;
  /** Milliseconds for one question. Default 60 s. */
  readonly questionMs?: number;
  /** Only the first tasks. */
  readonly tasks?: number;
};

export type MeasureStep = { readonly what: string; readonly share: number };

/** The share of the budget at whose end each part must be over. */
const ends = { speed: 0.08, forms: 0.5, tests: 0.7, decisions: 0.8, sampling: 0.86, context: 1 } as const;

/**
 * Measures a model on built-in questions with known answers: what it is good at, and what it only claims. Yields progress and
 * then the measurement. Throws `model-timeout` when it answers nothing, and what the model throws when it cannot be reached.
 */
export async function* measureModel(deps: EngineDeps, options: MeasureOptions = {}): AsyncGenerator<MeasureStep | ModelMeasurement> {
  const channel = createPartQueue<MeasureStep | ModelMeasurement>();
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const measuring = measure(deps, { ...options, signal }, (step) => channel.push(step)).then(
    (measurement) => {
      channel.push(measurement);
      channel.close();
    },
    (error: unknown) => channel.fail(error),
  );
  try {
    yield* channel;
  } finally {
    stop.abort();
    await measuring;
  }
}

async function measure(deps: EngineDeps, options: MeasureOptions, say: (step: MeasureStep) => void): Promise<ModelMeasurement> {
  const { budgetMs = 240_000, questionMs = 60_000, signal } = options;
  const abortable: Abortable = signal === undefined ? {} : { signal };
  const { model, language, clock } = deps;
  const started = clock.now();
  const asker = new Asker(deps, questionMs, started + budgetMs, signal);
  const leftUntil = (end: number) => (): boolean => clock.now() - started < budgetMs * end;
  const at = (what: string, from: number, to: number, part: number): void => say({ what, share: from + (to - from) * part });

  const names = new Set(knownTasks[language.id].map(({ name }) => name));
  const own = { ...deps, solvedExamples: deps.solvedExamples.filter(({ code }) => ![...names].some((name) => code.includes(`${name}(`))) };
  const tasks = knownTasks[language.id].slice(0, options.tasks).map((task) => taskState(task, language, { candidates: 4, tests: 2 }));

  at('speed', 0, 0, 0);
  const speed = await measureSpeed(asker, own);
  const { forms, longestRight } = await measureForms(
    tasks,
    asker,
    own,
    leftUntil(ends.forms),
    (form, done) => at(`prompt forms: ${form}, task ${done + 1} of ${tasks.length}`, ends.speed, ends.forms, done / tasks.length),
    abortable,
  );
  const tests = await measureTests(
    tasks,
    asker,
    own,
    leftUntil(ends.tests),
    (done) => at(`generated tests: task ${done + 1} of ${tasks.length}`, ends.forms, ends.tests, done / tasks.length),
    abortable,
  );
  const decisions = await measureDecisions(asker, leftUntil(ends.decisions), (done, total) =>
    at(`decisions: ${done + 1} of ${total}`, ends.tests, ends.decisions, done / total),
  );
  at('samples, seeds and schema', ends.decisions, ends.sampling, 0);
  const sampling = await measureSampling(asker, own);
  const schema = model.capabilities.jsonSchema ? await measureSchema(asker, own) : null;
  const context = await measureContext(
    asker,
    own,
    leftUntil(ends.context),
    (tokens) => at(`context: ${tokens} tokens`, ends.sampling, ends.context, Math.min(1, tokens / model.capabilities.contextTokens)),
    signal,
  );
  return {
    v: 1,
    model: model.id,
    fingerprint: model.fingerprint ?? null,
    language: language.id,
    at: clock.now(),
    seconds: Math.round((clock.now() - started) / 100) / 10,
    questions: asker.questions,
    timedOut: asker.timedOut,
    speed,
    forms: [...forms],
    longestRight,
    tests,
    decisions,
    context,
    schema,
    ...sampling,
  };
}

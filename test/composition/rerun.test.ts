import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecorder, recordedSearch } from '../../src/composition/recorded-search.ts';
import { systemClock } from '../../src/composition/system-clock.ts';
import { AppError } from '../../src/domain/app-error.ts';
import type { ModelProfile } from '../../src/domain/model-profile.ts';
import { recordingOf } from '../../src/domain/recording.ts';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { type RunRequest, runRequestSchema } from '../../src/domain/run-request.ts';
import { emptyRunState, fold, type RunState } from '../../src/domain/run-state.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { createReplayModel } from '../../src/models/middleware/replay-model.ts';
import { createScriptedModel } from '../../src/models/scripted/scripted-model.ts';
import type { Language } from '../../src/ports/language.ts';
import type { Model } from '../../src/ports/model.ts';
import type { Sandbox, SandboxSession } from '../../src/ports/sandbox.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { fenced } from '../engine/run-search.ts';

let sandbox: Sandbox;
let session: SandboxSession;
let language: Language;

beforeAll(async () => {
  sandbox = await openBubblewrapSandbox();
  session = await sandbox.open((await findPythonRuntime()).spec);
  language = await loadPython();
});
afterAll(async () => {
  await session.close();
  await sandbox.close();
});

const profile: ModelProfile = { recipes: ['chat'], testValidity: { value: 0, trials: 1 }, decides: false, repairs: true, maxTokens: 400 };
const asRequest = (more: object): RunRequest =>
  runRequestSchema.parse({ task: 'Double a number', signature: 'def double(n)', examples: ['double(3) == 6', 'double(0) == 0'], ...more });

/** A whole run on this model, as the composition root does it; an error ends the events. */
async function run(
  model: Model,
  request: RunRequest,
): Promise<{ readonly events: readonly RunEvent[]; readonly state: RunState; readonly error: unknown }> {
  const recorder = createRecorder(model);
  const tools = {
    model: recorder.model,
    takeReplies: recorder.take,
    profile,
    language,
    session,
    level: 'L2' as const,
    solvedExamples: [],
    clock: systemClock,
    random: { hex: (bytes: number) => randomBytes(bytes).toString('hex'), seed: () => 7 },
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  };
  const events: RunEvent[] = [];
  let state = emptyRunState;
  const add = (fact: RunFact): void => {
    const event: RunEvent = { ...fact, v: 1, seq: state.seq + 1, at: Date.now() };
    events.push(event);
    state = fold(state, event);
  };
  const { backend, id, capabilities } = model;
  add({
    type: 'run-start',
    request,
    language: 'python',
    seed: 7,
    profile,
    model: { backend, id, demo: false, capabilities },
    sandbox: { level: 'L2', missing: [] },
  });
  try {
    for await (const item of recordedSearch(state, tools, {})) if (item.type !== 'text-delta' && item.type !== 'progress') add(item);
  } catch (error) {
    return { events, state, error };
  }
  return { events, state, error: null };
}

const again = (events: readonly RunEvent[]) => {
  const recording = recordingOf(events, 'the run');
  return run(createReplayModel(recording), recording.request);
};
const programs = ({ candidates, selection, end }: RunState) => ({
  candidates: candidates.map(({ id, code, rejected, parent }) => ({ id, code, rejected, parent })),
  selected: selection?.selected,
  outcome: end?.outcome,
});

const bodies = ['return n * 2', 'return n + n', 'return n ** 2', 'raise KeyError(n)', 'return sum([n, n])', 'return n - -n'];
const replyOf = (place: number): string => fenced(`def double(n):\n    ${bodies[place % bodies.length]}`);

test('a run with repair rounds gives the same programs and the same choice from its recorded replies', async () => {
  const model = createScriptedModel({
    replies: [
      { purpose: 'repair', replies: [fenced('def double(n):\n    return n << 1')] },
      { replies: [2, 3].map(replyOf), whenUsedUp: 'cycle' },
    ],
  });
  const original = await run(model, asRequest({ candidates: 2, maxRounds: 2 }));
  expect(original.state.rounds.length).toBe(2);
  const second = await again(original.events);
  expect(programs(second.state)).toEqual(programs(original.state));
  // What it gave can be run again in turn.
  expect(programs((await again(second.events)).state)).toEqual(programs(original.state));
});

test('a run that was decided before all samples were written ends so again', async () => {
  const model = createScriptedModel({
    capabilities: { samplesInOneCall: false },
    replies: (_request, { count }) => ({ text: replyOf(count % 2), delayMs: count < 9 ? count * 30 : 60_000 }),
  });
  const original = await run(model, asRequest({ candidates: 12, maxRounds: 1 }));
  expect(original.state.rounds[0]?.ended).toBe('decided');
  expect(original.state.candidates.length).toBeLessThan(12);
  const second = await again(original.events);
  expect(programs(second.state)).toEqual(programs(original.state));
  expect(second.state.rounds[0]?.ended).toBe('decided');
});

test('a run whose budget ended in the middle of an answer ends so again', async () => {
  const model = createScriptedModel({ replies: (_request, { count }) => ({ text: replyOf(2), delayMs: count < 2 ? 0 : 60_000 }) });
  const original = await run(model, asRequest({ candidates: 4, maxRounds: 1, budgetSeconds: 1 }));
  expect(original.state.rounds[0]?.ended).toBe('budget');
  const second = await again(original.events);
  expect(programs(second.state)).toEqual(programs(original.state));
});

test('a model that failed fails again with the same error', async () => {
  const failure = new AppError('model-crashed', 'the embedded model process ended', 'try again');
  const model = createScriptedModel({ replies: [{ replies: [{ text: '', failure }] }] });
  const original = await run(model, asRequest({ candidates: 2 }));
  expect(original.error).toBe(failure);
  expect((await again(original.events)).error).toMatchObject({ code: 'model-crashed', message: failure.message });
});

test('each reply is stored before the program that was taken from it', async () => {
  const { events } = await run(
    createScriptedModel({ replies: [{ replies: [0, 1, 2, 3].map(replyOf) }] }),
    asRequest({ candidates: 4, maxRounds: 1 }),
  );
  for (const [at, event] of events.entries()) {
    if (event.type !== 'candidate-add' || event.code === null) continue;
    const said = events.slice(0, at).flatMap((one) => (one.type === 'model-reply' && one.reply.type === 'sample' ? [one.reply] : []));
    expect(said.some(({ seed, text }) => seed === event.seed && text.includes(event.code?.trim() ?? ''))).toBe(true);
  }
  expect(events.filter(({ type }) => type === 'model-reply')).toHaveLength(4);
});

test('a run of an earlier version has nothing to be run again from, and says so', () => {
  const start = {
    type: 'run-start',
    request: asRequest({}),
    language: 'python',
    model: { backend: 'x', id: 'x:y', demo: false },
    sandbox: { level: 'L2', missing: [] },
    v: 1,
    seq: 1,
    at: 1,
  } as const;
  expect(() => recordingOf([start], 'run 1')).toThrow(
    expect.objectContaining({ code: 'not-found', message: expect.stringContaining('run 1') }),
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../../src/domain/app-error.ts';
import { findingsOf } from '../../../src/engine/measure/findings.ts';
import { knownDecisions } from '../../../src/engine/measure/known-decisions.ts';
import { knownTasks } from '../../../src/engine/measure/known-tasks.ts';
import { profileFrom } from '../../../src/engine/measure/profile-from.ts';
import { wilson } from '../../../src/engine/measure/wilson.ts';
import { createScriptedModel, type SampleAt, type Script, type ScriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import type { CompletionRequest } from '../../../src/ports/model.ts';
import { assumed, type MeasureBench, measured, openMeasureBench } from './measure-deps.ts';

let bench: MeasureBench;
beforeAll(async () => {
  bench = await openMeasureBench();
});
afterAll(() => bench.close());

const textOf = ({ messages }: CompletionRequest): string => messages.map(({ content }) => content).join('\n');
/** The known task that a prompt asks for: its request is the last one mentioned. */
const taskOf = (request: CompletionRequest) => {
  const at = (task: { request: string }): number => textOf(request).lastIndexOf(task.request);
  return knownTasks.python.reduce((best, task) => (at(task) > at(best) ? task : best));
};
const noise = (request: CompletionRequest, { seed, call }: SampleAt): string =>
  `Sample ${seed}${request.temperature > 0.9 ? '' : ` ${call}`}.`;

type Skill = {
  /** Whether the nth sample in this form is a right program. */
  readonly solves?: (form: CompletionRequest['form'], count: number) => boolean;
  /** Whether the nth test is right. */
  readonly testsRight?: (count: number) => boolean;
  readonly decides?: Script['decide'];
  readonly script?: Partial<Script>;
  readonly onOther?: (request: CompletionRequest, at: SampleAt) => string;
};

/** A model of known skill. */
function modelOf({ solves = () => true, testsRight = () => true, decides, script, onOther = noise }: Skill): ScriptedModel {
  let tests = 0;
  return createScriptedModel({
    replies: (request, at) => {
      if (request.purpose === 'tests') {
        const task = taskOf(request);
        const lines = task.calls.map((call) => {
          tests += 1;
          return testsRight(tests) ? `assert ${call} == ${answers[call]}` : `assert ${call} == 'wrong ${tests}'`;
        });
        return `\`\`\`python\n${lines.join('\n')}\n\`\`\``;
      }
      if (knownTasks.python.some((task) => textOf(request).includes(task.request))) {
        const code = solves(request.form, at.count) ? taskOf(request).code : `${taskOf(request).code.split('\n')[0]}\n    return 'wrong'`;
        if (request.form === 'chat') return `\`\`\`python\n${code}\n\`\`\``;
        return code.slice(code.indexOf(':') + 1);
      }
      return onOther(request, at);
    },
    ...(decides === undefined ? {} : { decide: decides }),
    ...script,
  });
}

/** The right answers of the built-in calls, written by hand once more. */
const answers: Readonly<Record<string, string>> = {
  'gcd(100, 75)': '25',
  'gcd(9, 9)': '9',
  'gcd(1, 8)': '1',
  'gcd(270, 192)': '6',
  "count_vowels('')": '0',
  "count_vowels('queue')": '4',
  "count_vowels('rhythm and blues')": '3',
  'factorial(0)': '1',
  'factorial(1)': '1',
  'factorial(7)': '5040',
  'factorial(10)': '3628800',
  "reverse_words('a b')": "'b a'",
  "reverse_words('the quick brown fox')": "'fox brown quick the'",
  "reverse_words('x y x')": "'x y x'",
  "is_palindrome('')": 'True',
  "is_palindrome('abba')": 'True',
  "is_palindrome('ab')": 'False',
  "is_palindrome('racecar')": 'True',
  'running_maximum([])': '[]',
  'running_maximum([5, 4, 3])': '[5, 5, 5]',
  'running_maximum([-2, -1, -3])': '[-2, -1, -1]',
  'running_maximum([1, 1, 2])': '[1, 1, 2]',
  'remove_duplicates([])': '[]',
  'remove_duplicates([3, 3, 3])': '[3]',
  'remove_duplicates([2, 1, 2, 1])': '[2, 1]',
  'sum_of_digits(0)': '0',
  'sum_of_digits(1000)': '1',
  'sum_of_digits(999)': '27',
  'flatten([])': '[]',
  'flatten([[], [1], []])': '[1]',
  'flatten([[1], [2, 3], [4]])': '[1, 2, 3, 4]',
  'clamp(-1, 0, 3)': '0',
  'clamp(0, 0, 3)': '0',
  'clamp(10, 5, 5)': '5',
};

describe('a model of known skill', () => {
  test.each([0, 0.3, 1])('whose tests are right in a share of %d is measured so', async (share) => {
    const { measurement } = await measured(
      bench,
      modelOf({ testsRight: (count) => Math.floor(count * share) > Math.floor((count - 1) * share) }),
    );
    const { right, trials } = measurement.tests ?? { right: -1, trials: 0 };
    expect(trials).toBeGreaterThan(30);
    const { low, high } = wilson(right, trials);
    expect(low).toBeLessThanOrEqual(share + 0.01);
    expect(high).toBeGreaterThanOrEqual(share - 0.01);
    expect(Math.abs(profileFrom(measurement, assumed).testValidity.value - share)).toBeLessThan(0.03);
  });

  test('that solves only with examples is asked that way from then on', async () => {
    const { measurement } = await measured(bench, modelOf({ solves: (form) => form === 'chat-prefill' }), { tasks: 4 });
    const byForm = Object.fromEntries(measurement.forms.map(({ form, right, trials }) => [form, [right, trials]]));
    expect(byForm).toEqual({ chat: [0, 16], 'chat-prefill-examples': [16, 16], 'completion-examples': [0, 16] });
    const profile = profileFrom(measurement, assumed);
    expect(profile.recipes).toEqual(['chat-prefill-examples']);
    expect(findingsOf(measurement, profile).filter(({ does }) => does.startsWith('candidates'))).toHaveLength(1);
  });

  test('without a chat template is measured by plain text alone', async () => {
    const model = modelOf({ script: { capabilities: { promptForms: ['completion'] } } });
    const { measurement } = await measured(bench, model, { tasks: 2 });
    expect(measurement.forms.map(({ right, note }) => [right, note])).toEqual([
      [0, 'this backend does not offer it'],
      [0, 'this backend does not offer it'],
      [8, null],
    ]);
    expect(profileFrom(measurement, assumed).recipes).toEqual(['completion-examples']);
  });

  test('that knows the answers decides, and one that always says A does not', async () => {
    const knows: Script['decide'] = ({ prompt, options }) => {
      const question = knownDecisions.find((known) => known.prompt === prompt);
      return options.map(({ description }) => (description === question?.right ? 0.8 : 0.05));
    };
    const good = (await measured(bench, modelOf({ decides: knows }), { tasks: 1 })).measurement;
    expect(good.decisions).toMatchObject({ right: 24, trials: 24, chance: 0.375, calibrated: true });
    expect(profileFrom(good, assumed).decides).toBe(true);

    const stubborn = (await measured(bench, modelOf({ decides: () => '0' }), { tasks: 1 })).measurement;
    const profile = profileFrom(stubborn, { ...assumed, decides: true });
    expect(stubborn.decisions).toMatchObject({ commonest: 1, calibrated: false, labelMass: null });
    expect(profile.decides).toBe(false);
    expect(findingsOf(stubborn, profile).find(({ what }) => what === 'decisions')?.does).toContain('plain rules decide');
  });

  test('that forgets the beginning of long prompts, breaks its schema, thinks aloud and repeats itself', async () => {
    const model = modelOf({
      onOther: (request) => {
        const secret = /secret word is "(\w+)"/.exec(textOf(request))?.[1];
        if (secret !== undefined) return textOf(request).length < 4000 ? `It is ${secret}.` : 'I do not know.';
        return '<think>hm</think>Two red balloons.';
      },
    });
    const { measurement } = await measured(bench, model, { tasks: 1 });
    expect(measurement.context?.found).toBeGreaterThan(400);
    expect(measurement.context?.found).toBeLessThan(2500);
    expect(measurement.context?.read).toBeGreaterThan(3500);
    expect(measurement).toMatchObject({
      schema: { right: 0, trials: 4 },
      thinks: true,
      samples: { asked: 4, given: 4, distinct: 1 },
      seeds: { repeats: true, differs: false },
    });
  });

  test('progress rises to the end', async () => {
    const { steps } = await measured(bench, modelOf({}), { tasks: 2 });
    const shares = steps.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBe(0);
    expect(new Set(steps.map(({ what }) => what.split(':')[0]))).toContain('generated tests');
  });
});

describe('a model that does not answer', () => {
  const silent = (): ScriptedModel => createScriptedModel({ replies: () => ({ text: 'too late', delayMs: 60_000 }) });

  test('ends the measurement after three questions', async () => {
    await expect(measured(bench, silent(), { questionMs: 100 })).rejects.toMatchObject({
      code: 'model-timeout',
      message: 'scripted:test answered none of 3 questions within 0.1 s each.',
    });
  });

  test('sometimes, is measured by what it answers', async () => {
    const slow = createScriptedModel({
      replies: (request, at) => (request.purpose === 'tests' ? { text: 'too late', delayMs: 60_000 } : noise(request, at)),
    });
    const { measurement } = await measured(bench, slow, { questionMs: 3000, tasks: 2 });
    expect(measurement.timedOut).toBe(2);
    expect(measurement.tests).toEqual({ right: 0, trials: 0, replies: 0 });
    expect(profileFrom(measurement, assumed).testValidity).toEqual(assumed.testValidity);
    expect(findingsOf(measurement, assumed).at(-1)?.seen).toMatch(/^2 of \d+ questions had no answer in time$/);
  });

  test('near the end of the budget is not waited for, and not blamed for it', async () => {
    const stuck = createScriptedModel({
      replies: (request, at) => (textOf(request).includes('secret word') ? { text: 'copper', delayMs: 60_000 } : noise(request, at)),
    });
    const { measurement } = await measured(bench, stuck, { budgetMs: 8000, questionMs: 60_000, tasks: 1 });
    expect(measurement.context).toMatchObject({ found: null, stopped: 'the time was up' });
    expect(measurement.timedOut).toBe(0);
  });

  test('is told apart from one that is not there', async () => {
    const failure = new AppError('model-unreachable', 'gone', 'ollama serve');
    const gone = createScriptedModel({ replies: () => ({ text: '', failure }) });
    await expect(measured(bench, gone)).rejects.toBe(failure);
  });

  test('stops with the command', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    await expect(measured(bench, silent(), { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('the interval of a share', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  // Brown, Cai and DasGupta 2001: 12 of 40 give 0.181 to 0.454.
  expect(wilson(12, 40).low).toBeCloseTo(0.181, 2);
  expect(wilson(12, 40).high).toBeCloseTo(0.454, 2);
  expect(wilson(10, 10).high).toBe(1);
});

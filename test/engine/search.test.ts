import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPythonBench } from './python-bench.ts';
import { type Bench, fenced, runSearch } from './run-search.ts';

let bench: Bench;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bench, close } = await openPythonBench());
});
afterAll(() => close());

const right = 'def double(n):\n    return n * 2';
const alsoRight = 'def double(n):\n    return n + n';
const thirdRight = 'def double(n):\n    result = n\n    result += n\n    return result';
const fourthRight = 'def double(n):\n    return sum([n, n])';
const fifthRight = 'def double(n):\n    return n - -n';
const wrong = 'def double(n):\n    return n ** 2';
const raises = 'def double(n):\n    raise KeyError(n)';
const hangs = 'def double(n):\n    while True:\n        pass';
const broken = 'def double(n)\n    return';
const examples = ['double(3) == 6', 'double(0) == 0'];
const request = { task: 'Double a number', signature: 'def double(n)', examples, candidates: 4, maxRounds: 1 };

describe('a revision', () => {
  const add = 'def add(a, b):\n    return a + b';
  const others = ['def add(a, b):\n    return b + a', 'def add(a, b):\n    return sum([a, b])', 'def add(a, b):\n    return a - -b'];
  const multiply = 'def add(a, b):\n    return a * b';
  const revise = (message: string, examples: readonly string[], replies: readonly string[]) =>
    runSearch(
      bench,
      { task: message, message, signature: 'def add(a, b)', code: add, examples: [...examples], candidates: 4, maxRounds: 3 },
      { replies: [{ replies: replies.map(fenced) }] },
    );

  test('that does what the program before it did is never a success; the example that kept it so is named', async () => {
    for (const replies of [
      [add, add, add, add],
      [...others, 'def add(a, b):\n    return (a + b)'],
    ]) {
      const { state } = await revise('no, it should multiply them', ['add(2, 3) == 5'], replies);
      expect(state.end?.outcome).toBe('unsure');
      expect(state.selection?.confidence).toBeLessThanOrEqual(0.5);
      expect(state.end?.explanation).toContain('the program before it does the same');
      expect(state.warnings.at(-1)).toMatchObject({ feature: 'revision' });
      expect(state.warnings.at(-1)?.detail).toMatch(
        /^the program (is the same as before|does the same as before on all \d+ calls that were tried); add\(2, 3\) == 5 still holds; say with an example what should be different: add\(2, 3\) == …$/,
      );
    }
    const { state } = await revise('no, it should multiply them', ['add(2, 3) == 5'], [...others, multiply]);
    expect(state.end?.outcome).toBe('unsure');
    expect(state.warnings.at(-1)?.detail).toMatch(/add\(2, 3\) == 5 still holds and ruled out \d+ other programs?;/);
  });

  test('that changes something is judged as any other program', async () => {
    const product = ['def add(a, b):\n    return b * a', 'def add(a, b):\n    return sum([a] * b)', 'def add(a, b):\n    return (a) * (b)'];
    const { state } = await revise('no, it should multiply them: add(2, 3) == 6', ['add(1, 5) == 5'], [multiply, ...product]);
    expect(state.end?.outcome).toBe('success');
    expect(state.warnings.filter(({ feature }) => feature === 'revision')).toEqual([]);
  });
});

describe('selection', () => {
  test('programs that agree and pass every example are a success', async () => {
    const { state } = await runSearch(bench, request, { replies: [{ replies: [right, alsoRight, thirdRight, fourthRight].map(fenced) }] });
    expect(state.end?.outcome).toBe('success');
    expect(state.selection?.confidence).toBeGreaterThan(0.95);
    const chosen = state.candidates.find((candidate) => candidate.id === state.selection?.selected);
    expect(chosen?.repeats.length).toBeGreaterThan(0);
  });

  test('one lonely right program is handed back as unsure', async () => {
    const { state } = await runSearch(bench, request, { replies: [{ replies: [wrong, raises, right, broken].map(fenced) }] });
    expect(state.end?.outcome).toBe('unsure');
    expect(state.candidates.find(({ id }) => id === state.selection?.selected)?.code).toContain('n * 2');
  });

  test('no doubt is shown as more than a success: what is unsure stays under the threshold, however far its posterior is above it', async () => {
    const examples = ['double(3) == 6', 'double(0) == 0', 'double(-4) == -8', 'double(10) == 20'];
    const two = await runSearch(
      bench,
      { ...request, examples, candidates: 2, maxRounds: 1 },
      { replies: [{ replies: [right, alsoRight].map(fenced) }] },
    );
    expect(two.state.end?.outcome).toBe('unsure');
    expect(two.state.selection?.clusters[0]?.posterior).toBeGreaterThan(0.95);
    expect(two.state.selection?.confidence).toBe(0.94);
    expect(two.state.end?.explanation).toMatch(/ It is unsure because only 2 programs behave so, and 3 have to\.$/);
  });

  test('a majority that fails an example never wins', async () => {
    const { state } = await runSearch(
      bench,
      { ...request, candidates: 5 },
      {
        replies: [
          { replies: [wrong, 'def double(n):\n    return n * n', 'def double(n):\n    return pow(n, 2)', right, alsoRight].map(fenced) },
        ],
      },
    );
    expect(state.candidates.find(({ id }) => id === state.selection?.selected)?.code).toMatch(/n \* 2|n \+ n/);
  });

  test('nothing right is a failure with the least wrong program and a confidence of zero', async () => {
    const { state } = await runSearch(bench, request, { replies: [{ replies: [raises, wrong, broken, hangs].map(fenced) }] });
    expect(state.end?.outcome).toBe('failed');
    expect(state.selection?.confidence).toBe(0);
    expect(state.candidates.find(({ id }) => id === state.selection?.selected)?.code).toContain('**');
  });

  test('a wrong example shows in the explanation: what was expected, what came back, and that most programs agree on it', async () => {
    const examples = ['double(3) == 6', 'double(5) == 11'];
    const { state } = await runSearch(
      bench,
      { ...request, examples },
      { replies: [{ replies: [right, alsoRight, thirdRight, wrong].map(fenced) }] },
    );
    expect(state.end?.outcome).toBe('failed');
    expect(state.end?.explanation).toContain('double(5): expected 11, observed 10 (3 programs do so)');
  });

  test('agreement without any example is a success only from three programs on', async () => {
    const loose = { ...request, examples: [], task: 'Double a number. double(n)', candidates: 8 };
    const agreeing = [
      right,
      alsoRight,
      thirdRight,
      fourthRight,
      'def double(n):\n    return 2 * n',
      'def double(n):\n    return n - -n',
      'def double(n):\n    x = 2\n    return x * n',
      'def double(n):\n    return int(n * 2)',
    ];
    const two = await runSearch(bench, { ...loose, candidates: 2 }, { replies: [{ replies: [right, alsoRight].map(fenced) }] });
    expect(two.state.end?.outcome).toBe('unsure');
    const many = await runSearch(bench, loose, { replies: [{ replies: agreeing.map(fenced) }] });
    expect(many.state.end?.outcome).toBe('success');
    expect(many.state.selection?.confidence ?? 0).toBeGreaterThan(two.state.selection?.confidence ?? 1);
  });

  test('a program that differs from itself is not handed back as a success', async () => {
    const random = 'import os\ndef double(n):\n    return n * 2 if n in (0, 3) else int.from_bytes(os.urandom(8), "big")';
    const { state } = await runSearch(bench, request, { replies: [{ replies: [random].map(fenced) }] });
    expect(state.end?.outcome).not.toBe('success');
  });
});

describe('tests', () => {
  test('an example that a program without a body passes is told apart', async () => {
    const { state } = await runSearch(
      bench,
      { ...request, examples: ['double(0) == None'] },
      { replies: [{ replies: [fenced('def double(n):\n    print(n)')] }] },
    );
    expect(state.stubPasses.size).toBe(1);
    expect(state.warnings.map(({ feature }) => feature)).toContain('trusted-tests');
    expect(state.end?.outcome).not.toBe('success');
  });

  test('generated tests are observations with votes, asked for before any candidate exists', async () => {
    const { state, events, prompts } = await runSearch(
      bench,
      { ...request, examples: [], testSamples: 2 },
      {
        replies: [
          {
            purpose: 'tests',
            replies: [fenced('double(2) == 4\ndouble(5) == 10'), fenced('assert double(2) == 4\nassert double(7) == 15')],
          },
          { purpose: 'sample', replies: [fenced(right), fenced(alsoRight), fenced(wrong), fenced(thirdRight)] },
        ],
      },
      { profile: { testValidity: { value: 0.8, trials: 10 } } },
    );
    const generated = state.tests.filter(({ origin }) => origin === 'generated');
    expect(generated.map(({ call, votes }) => [call.type === 'expression' ? call.expression : '', votes])).toContainEqual(['double(2)', 2]);
    const order = events.map(({ type }) => type);
    expect(order.indexOf('tests-end')).toBeLessThan(order.indexOf('candidate-add'));
    expect(prompts[0]).not.toContain('return');
    expect(state.candidates.find(({ id }) => id === state.selection?.selected)?.code).not.toContain('**');
  });

  test('examples that contradict each other are bad input', async () => {
    await expect(
      runSearch(bench, { ...request, examples: ['double(3) == 6', 'double(3) == 7'] }, { replies: [{ replies: [fenced(right)] }] }),
    ).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('an example whose expected side is no value is bad input', async () => {
    await expect(
      runSearch(bench, { ...request, examples: ['double(3) == nonsense'] }, { replies: [{ replies: [fenced(right)] }] }),
    ).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('a typed example overrules one read from prose', async () => {
    const { state } = await runSearch(
      bench,
      { ...request, task: 'Double a number: double(3) returns 7.', examples: ['double(3) == 6'] },
      { replies: [{ replies: [right, alsoRight, thirdRight, fourthRight].map(fenced) }] },
    );
    expect(state.retracted.size).toBe(1);
    expect(state.end?.outcome).toBe('success');
  });
});

describe('repair', () => {
  test('a repair round starts from the best candidate with actual against expected, and its results join the pool', async () => {
    const { state, prompts } = await runSearch(
      bench,
      { ...request, candidates: 5, maxRounds: 2 },
      {
        replies: [
          { purpose: 'sample', replies: [wrong, raises, broken].map(fenced) },
          { purpose: 'repair', replies: [right, alsoRight, thirdRight, fourthRight, fifthRight].map(fenced) },
        ],
      },
    );
    expect(state.end?.outcome).toBe('success');
    expect(state.candidates).toHaveLength(10);
    expect(state.candidates[5]?.parent).toBe('c1');
    expect(prompts.at(-1)).toContain('double(3): expected 6, observed 9');
  });

  test('a worse repair never replaces the best candidate', async () => {
    const { state } = await runSearch(
      bench,
      { ...request, candidates: 1, maxRounds: 2 },
      {
        replies: [
          { purpose: 'sample', replies: [fenced(wrong)] },
          { purpose: 'repair', replies: [fenced(raises)] },
        ],
      },
    );
    expect(state.end?.outcome).toBe('failed');
    expect(state.selection?.selected).toBe('c1');
  });

  test('a program that needs more than the first look gets the full time before the run gives up', async () => {
    const slow =
      'def double(n):\n    import time\n    end = time.process_time() + 1.3\n    while n == 3 and time.process_time() < end:\n        pass\n    return n * 2';
    const { state } = await runSearch(
      bench,
      { ...request, examples: ['double(3) == 6'], timeoutSeconds: 20, candidates: 1 },
      { replies: [{ replies: [fenced(slow)] }] },
    );
    expect(state.end?.outcome).toBe('unsure');
  });
});

describe('early stop, budget and resuming', () => {
  test('a decided selection stops the sampling', async () => {
    const programs = Array.from({ length: 12 }, (_unused, index) => fenced(`def double(n):\n    x = ${index}\n    return n * 2 + x - x`));
    const { state } = await runSearch(
      bench,
      { ...request, candidates: 12 },
      {
        capabilities: { samplesInOneCall: false },
        replies: [{ replies: programs.map((text, index) => ({ text, delayMs: index * 150 })) }],
      },
    );
    expect(state.end?.outcome).toBe('success');
    expect(state.rounds[0]?.ended).toBe('decided');
    expect(state.candidates.length).toBeLessThan(12);
  });

  test('a batch is seen to its end before it decides: its shortest programs come first', async () => {
    const short = Array.from({ length: 6 }, (_unused, index) => fenced(`def double(n):\n    return n * 2 + ${index} - ${index}`));
    const late = { text: fenced(wrong), delayMs: 800 };
    const { state } = await runSearch(bench, { ...request, candidates: 7 }, { replies: [{ replies: [...short, late] }] });
    expect(state.candidates).toHaveLength(7);
    expect(state.end?.outcome).toBe('success');
  });

  test('a spent budget ends the run with what there is, never as a success', async () => {
    const { state } = await runSearch(
      bench,
      { ...request, budgetSeconds: 1, maxRounds: 3 },
      { replies: [{ replies: [{ text: fenced(wrong) }, { text: fenced(right), delayMs: 20_000 }] }] },
    );
    expect(state.rounds[0]?.ended).toBe('budget');
    expect(state.end?.outcome).toBe('failed');
  });

  test('a budget that ends before the first answer is an error that names it', async () => {
    const script = { replies: [{ replies: [{ text: fenced(right), delayMs: 20_000 }] }] };
    await expect(runSearch(bench, { ...request, budgetSeconds: 1 }, script)).rejects.toMatchObject({
      code: 'model-timeout',
      hint: expect.stringContaining('--budget-seconds 2'),
    });
  });

  test('a run goes on from its stored facts with the same candidates', async () => {
    const script = { replies: [{ replies: [wrong, right, alsoRight, thirdRight].map(fenced) }] };
    const first = await runSearch(bench, request, script, { until: (event) => event.type === 'candidate-add' && event.id === 'c2' });
    expect(first.state.end).toBeNull();
    const rest = { replies: [{ replies: [thirdRight, fourthRight].map(fenced) }] };
    const { state, prompts } = await runSearch(bench, request, rest, { after: first.events });
    expect(state.candidates.slice(0, 2).map(({ code }) => code)).toEqual(first.state.candidates.slice(0, 2).map(({ code }) => code));
    expect(state.candidates).toHaveLength(4);
    expect(new Set(state.candidates.map(({ seed }) => seed)).size).toBe(4);
    expect(prompts.length).toBeGreaterThan(0);
    expect(state.end?.outcome).toBe('success');
  });

  test('a run that stops at any fact before its candidates goes on to the same tests', async () => {
    const known = { ...request, task: 'Double a number: double(3) returns 7. double(5) returns 10.', testSamples: 1, candidates: 1 };
    const script = {
      replies: [
        { purpose: 'tests' as const, replies: [fenced('double(2) == 4')] },
        { purpose: 'sample' as const, replies: [fenced(right)] },
      ],
    };
    const votes = { profile: { testValidity: { value: 0.8, trials: 10 } } };
    const straight = await runSearch(bench, known, script, { ...votes, until: ({ type }) => type === 'tests-end' });
    const facts = ({ state }: typeof straight) => ({
      tests: state.tests,
      expectations: [...state.expectations],
      retracted: [...state.retracted],
      lock: state.lock,
    });
    expect(straight.state.retracted.size).toBe(1);
    for (let stop = 2; stop < straight.events.length; stop++) {
      const after = straight.events.slice(0, stop);
      const resumed = await runSearch(bench, known, script, { ...votes, after, until: ({ type }) => type === 'tests-end' });
      expect({ stop, ...facts(resumed) }).toEqual({ stop, ...facts(straight) });
    }
  });

  test('a run assumes of its model what it did at its start, unless it goes on with another one', async () => {
    const script = { replies: [{ replies: [fenced(right)] }] };
    const { events } = await runSearch(bench, { ...request, testSamples: 1 }, script, { until: ({ type }) => type === 'plan-end' });
    const [start] = events;
    if (start?.type !== 'run-start') throw new Error('a run begins with its start');
    const profile = { recipes: ['chat'], testValidity: { value: 0.8, trials: 10 }, decides: false, repairs: true, maxTokens: 400 } as const;
    const resumedWith = async (id: string) =>
      (await runSearch(bench, request, script, { after: [{ ...start, profile, model: { ...start.model, id } }] })).state;
    const untrusted = (state: Awaited<ReturnType<typeof resumedWith>>) =>
      state.warnings.some(({ feature }) => feature === 'generated-tests');
    expect(untrusted(await resumedWith(start.model.id))).toBe(false);
    expect(untrusted(await resumedWith('scripted:another'))).toBe(true);
  });

  test('a resumed round asks for each sample that it lacks as it would have before', async () => {
    const asked = async (after: Parameters<typeof runSearch>[3]) => {
      const temperatures = new Map<number, number>();
      const outcome = await runSearch(
        bench,
        request,
        {
          replies: ({ temperature }, { seed }) => {
            temperatures.set(seed, temperature);
            return fenced(`def double(n):\n    return n * 2 + ${seed}`);
          },
        },
        after,
      );
      return { ...outcome, temperatures };
    };
    const straight = await asked({});
    expect(new Set(straight.temperatures.values()).size).toBe(2);
    const stop = straight.events.findIndex((event) => event.type === 'candidate-add') + 1;
    const resumed = await asked({ after: straight.events.slice(0, stop) });
    expect(resumed.temperatures.size).toBe(3);
    for (const [seed, temperature] of resumed.temperatures) expect(temperature).toBe(straight.temperatures.get(seed));
  });

  test('a round asks for nothing more once the tokens are spent', async () => {
    const { state } = await runSearch(bench, { ...request, budgetTokens: 10 }, { replies: [{ replies: [wrong, right].map(fenced) }] });
    expect(state.spend.modelCalls).toBe(1);
    expect(state.rounds[0]?.ended).toBe('budget');
    expect(state.end?.outcome).toBe('failed');
  });

  test('an abort ends the search with the reason', async () => {
    const abort = new AbortController();
    const running = runSearch(
      bench,
      request,
      { replies: [{ replies: [{ text: fenced(right), delayMs: 20_000 }] }] },
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(new Error('stop now')), 300);
    await expect(running).rejects.toThrow('stop now');
  });
});

describe('questions', () => {
  test('a request that says nothing is asked about, and the answer is worked on', async () => {
    const first = await runSearch(
      bench,
      { task: 'help', candidates: 2, maxRounds: 1, testSamples: 0 },
      { replies: [{ replies: [fenced(right)] }] },
    );
    expect(first.state.phase).toBe('waiting');
    const answered = [
      ...first.events,
      {
        type: 'question-answer',
        question: 'q1',
        value: 'double a number: double(3) returns 6',
        v: 1,
        seq: first.state.seq + 1,
        at: Date.now(),
      } as const,
    ];
    const { state } = await runSearch(
      bench,
      { task: 'help' },
      { replies: [{ replies: [fenced(right), fenced(alsoRight)] }] },
      { after: answered },
    );
    expect(state.contract?.entry).toMatchObject({ name: 'double' });
    expect(state.end?.outcome).toBe('unsure');
  });

  test('two plausible behaviours become a question about an input on which they differ, and the answer decides', async () => {
    const floor = ['def half(n):\n    return n // 2', 'def half(n):\n    return int(n // 2)', 'def half(n):\n    return (n - n % 2) // 2'];
    const exact = ['def half(n):\n    return n / 2', 'def half(n):\n    return n * 0.5', 'def half(n):\n    return n / 2.0'];
    const half = {
      ...request,
      task: 'Half of a number',
      signature: 'def half(n)',
      examples: ['half(4) == 2'],
      candidates: 6,
      interactive: true,
    };
    const script = { replies: [{ replies: [...floor, ...exact].map(fenced) }] };
    const first = await runSearch(bench, half, script);
    expect(first.state.phase).toBe('waiting');
    const question = first.state.question;
    expect(question?.call).toMatch(/^half\(\d+\)$/);
    expect(question?.options.map(({ value }) => value.includes('.'))).toContain(true);
    const option = question?.options.find(({ value }) => value.includes('.'));
    const answer = {
      type: 'question-answer',
      question: question?.id ?? '',
      optionId: option?.id ?? '',
      v: 1,
      seq: first.state.seq + 1,
      at: Date.now(),
    } as const;
    const { state } = await runSearch(bench, half, script, { after: [...first.events, answer] });
    expect(state.tests.filter(({ origin }) => origin === 'answer')).toHaveLength(1);
    expect(state.candidates.find(({ id }) => id === state.selection?.selected)?.code).toMatch(/\/ 2|0\.5/);
    expect(state.candidates.find(({ id }) => id === state.selection?.selected)?.code).not.toContain('//');

    const answered = first.events.length + 1;
    for (const stop of [1, 2, 3]) {
      const { events } = await runSearch(bench, half, script, {
        after: [...first.events, answer],
        until: ({ seq }) => seq > answered + stop,
      });
      const resumed = await runSearch(bench, half, script, { after: events });
      expect(resumed.state.selection?.selected).toBe(state.selection?.selected);
      expect(resumed.state.tests).toEqual(state.tests);
    }
  });

  test('behaviours that differ only in what they print are not asked about', async () => {
    const texts = (line: string) => ['a', 'b', 'c'].map((name) => `def double(n):\n    ${name} = n\n    ${line}\n    return ${name} * 2`);
    const { state } = await runSearch(
      bench,
      { ...request, candidates: 6, interactive: true },
      { replies: [{ replies: [...texts('print(n)'), ...texts('pass')].map(fenced) }] },
    );
    expect(state.questionsAsked).toBe(0);
    expect(state.warnings.map(({ feature }) => feature)).toContain('question');
    expect(state.end?.outcome).toBe('unsure');
  });
});

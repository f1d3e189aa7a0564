import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { makePlace, type Place } from './anneal.ts';
import { onTerminal, textOf } from './pty.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const demo = ['run', '--backend', 'mock'];
const drawsAgain = '\u001b[J';
const changesMode = '\u001b[?';

describe('on a terminal', () => {
  test('the run is drawn in place, and the code has colours', async () => {
    const { code, screen } = await onTerminal(demo, { place });
    expect([0, 3]).toContain(code);
    expect(screen).toContain(drawsAgain);
    const text = textOf(screen);
    expect(text).toMatch(/^▸ c\d+ .*✓ ✓ ✓ ✓/m);
    expect(text).toMatch(/^(Settled on|Not settled:) c\d+, at \d+ %\./m);
    expect(screen).toContain('\u001b[1mdef\u001b[22m second_largest');
    // No mode is changed, so that there is none to restore, whatever ends the process.
    expect(screen).not.toContain(changesMode);
  });

  test('NO_COLOR leaves shapes and no colour', async () => {
    const { screen } = await onTerminal(demo, { place, environment: { NO_COLOR: '1' } });
    expect(textOf(screen)).toMatch(/✓ ✕/);
    expect(screen).toContain(drawsAgain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences
    expect(screen).not.toMatch(/\u001b\[[\d;]*m/);
  });

  test.each([
    ['TERM=dumb', { environment: { TERM: 'dumb' } }],
    ['no TERM', { environment: { TERM: '' } }],
    ['20 columns', { columns: 20 }],
    ['5 rows', { rows: 5 }],
  ])('%s gets plain lines', async (_name, options) => {
    const { code, screen } = await onTerminal(demo, { place, ...options });
    expect([0, 3]).toContain(code);
    expect(screen).not.toContain(drawsAgain);
    expect(screen).toMatch(/^round 0 +4 candidates/m);
  });

  test('every line fits a narrow window, and says that calls are left out', async () => {
    const { screen } = await onTerminal(demo, { place, columns: 32, rows: 20 });
    const text = textOf(screen);
    expect(text).toMatch(/… \d+ of \d+ calls not/);
    const drawn = text.split('\n').filter((line) => /[✓✕●▲█]/.test(line));
    expect(drawn.length).toBeGreaterThan(3);
    for (const line of drawn) expect([...line].length).toBeLessThan(32);
  });

  // The signal comes at a fixed time, which on a very busy machine may be before there is a picture.
  test.each(['INT', 'TERM', 'HUP'])('SIG%s cancels with the picture left as it is', { retry: 2 }, async (signal) => {
    const { code, screen } = await onTerminal(demo, { place, before: `timeout --foreground --preserve-status -s ${signal} 0.9` });
    expect(code).toBe(130);
    expect(screen).not.toContain(changesMode);
    expect(textOf(screen).endsWith('\n')).toBe(true);
  });

  test('runs replay shows the same picture', async () => {
    const { screen } = await onTerminal(demo, { place });
    const id = /^anneal: run (\w+)/m.exec(textOf(screen))?.[1] ?? '';
    const replayed = await onTerminal(['runs', 'replay', id], { place });
    const rows = (text: string) =>
      textOf(text)
        .split('\n')
        .filter((line) => /^[▸ ] c\d.* %$/.test(line));
    const last = rows(screen).slice(-4);
    expect(last).toHaveLength(4);
    expect(rows(replayed.screen).slice(-4)).toEqual(last);
  });
});

describe('the question at the terminal', () => {
  let ollama: FakeOllama;
  beforeAll(async () => {
    ollama = await startFakeOllama({
      fault: ({ body }) => {
        const seed = body.options?.seed ?? 0;
        const isProgram = (body.messages ?? []).some(({ content }) => content.includes('without tests'));
        const code = `def mean(xs):\n    v${seed} = len(xs)\n    return sum(xs) / v${seed} if xs else ${seed % 2 === 0 ? '0' : 'None'}`;
        return { type: 'text', text: isProgram ? `\`\`\`python\n${code}\n\`\`\`` : 'none' };
      },
      tokenMs: 0,
    });
  });
  afterAll(() => ollama.close());

  const ask = (keys: readonly { after: RegExp; type: string }[]) =>
    onTerminal(
      [
        ...['run', 'The mean of numbers', '--signature', 'def mean(xs: list[float])', '-e', 'mean([1, 3]) == 2'],
        ...['-b', 'ollama', '--base-url', ollama.url, '--max-iters', '1', '-n', '6', '--seed', '1'],
      ],
      { place, keys },
    );

  test('shows the call and each answer with its support, and goes on after the answer', async () => {
    const { code, screen } = await ask([{ after: /type the value/, type: '\r' }]);
    const text = textOf(screen);
    expect(text).toContain('What should mean([]) give?');
    const chosen = /A\) (\S+) {3}\d+ %/.exec(text)?.[1] ?? '';
    expect(text).toMatch(/B\) \S+ {3}\d+ %/);
    expect([0, 3], text).toContain(code);
    expect(text).toMatch(new RegExp(`^ +return sum\\(xs\\) / v\\d+ if xs else ${chosen}$`, 'm'));
    expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
  });

  test('something else is typed, and becomes a test', async () => {
    const { code, screen } = await ask([
      { after: /type the value/, type: '\u001b[A\r' },
      { after: /The value that mean\(\[\]\) should give:/, type: '-1\r' },
    ]);
    expect(code, textOf(screen)).toBe(1);
    expect(textOf(screen)).toContain('Not solved.');
  });

  test('what is no value is asked for again', async () => {
    const { code, screen } = await ask([
      { after: /type the value/, type: '\u001b[A\r' },
      { after: /The value that mean\(\[\]\) should give:/, type: '((\r' },
      { after: /no value of Python/, type: '\u007f\u007f0\r' },
    ]);
    expect([0, 3], textOf(screen)).toContain(code);
    expect(textOf(screen)).toMatch(/return sum\(xs\) \/ v\d+ if xs else 0/);
  });

  test('who would rather not answer now can answer later', async () => {
    const { code, screen } = await ask([{ after: /type the value/, type: '\u001b' }]);
    expect(code).toBe(4);
    expect(textOf(screen)).toMatch(/answer with: .* runs answer \w+ A/);

    const [, id = ''] = /^anneal: run (\w+)/m.exec(textOf(screen)) ?? [];
    const later = await onTerminal(['run', '--resume', id, '--base-url', ollama.url], {
      place,
      keys: [{ after: /type the value/, type: '\r' }],
    });
    expect([0, 3], textOf(later.screen)).toContain(later.code);
    expect(textOf(later.screen)).toMatch(/^ +return sum\(xs\) \/ v\d+ if xs else (?:0|None)$/m);
  });
});

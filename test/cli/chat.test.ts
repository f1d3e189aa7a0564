import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { diffLines } from '../../src/surfaces/cli/chat/diff-lines.ts';
import { type FakeOllama, type SeenRequest, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { anneal, makePlace, type Place } from './anneal.ts';
import { onTerminal, textOf } from './pty.ts';

let place: Place;
let ollama: FakeOllama;
beforeAll(async () => {
  place = await makePlace();
  ollama = await startFakeOllama({ fault: (request) => ({ type: 'text', text: reply(request) }), tokenMs: 0 });
});
afterAll(async () => {
  await ollama.close();
  await place.remove();
});

const promptOf = ({ body }: SeenRequest): string => (body.messages ?? []).map(({ content }) => content).join('\n');

function reply(request: SeenRequest): string {
  const prompt = promptOf(request);
  if (!prompt.includes('without tests')) return 'none';
  const seed = request.body.options?.seed ?? 0;
  const asked = prompt.match(/<request>\n([\s\S]*?)<\/request>/)?.[1] ?? '';
  const mean = asked.startsWith('Mean') ? ` / len(xs) if xs else ${seed % 2 === 0 ? '0' : 'None'}` : '';
  const body = asked.startsWith('Mean') ? `sum(xs)${mean}` : asked.startsWith('Triple') ? 'x * 3' : 'x * 2';
  return `\`\`\`python\ndef f(${mean === '' ? 'x' : 'xs'}):\n    v${seed} = 1\n    return ${body}\n\`\`\``;
}

const flags = () => ['chat', '-b', 'ollama', '--base-url', ollama.url, '--max-iters', '1', '-n', '6', '--seed', '1'];
const chat = (messages: readonly string[], ...more: string[]) =>
  anneal([...flags(), ...more], { place, input: messages.map((message) => `${message}\n`).join('') });

describe('anneal chat with piped input', () => {
  test('a host of the first request is that of its follow-ups too', async () => {
    const { stdout } = await chat(['{"f": 1}: give n', 'Triple it'], '--profile', 'redis', '--json', '--budget-seconds', '20');
    const profiles = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly profile: string | null }).profile);
    expect(profiles).toEqual(['redis', 'redis']);
  });

  test('a follow-up revises the program under its tests, and says which older test it supersedes', async () => {
    const from = ollama.generations.length;
    const { code, stdout, stderr } = await chat(
      [
        'Double a number. f(2) returns 4',
        '/tests',
        'Triple it: f(2) returns 6',
        '/tests',
        '/diff',
        '/save triple.py',
        '/keep triple-number',
        '/undo',
        '/code',
      ],
      '--signature',
      'def f(x)',
      '-e',
      'f(0) == 0',
    );
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/kept as triple-number: .*skills show triple-number/);
    expect(JSON.parse((await anneal(['skills', 'show', 'triple-number', '--json'], { place })).stdout)).toMatchObject({
      status: 'verified',
    });
    expect(stderr).toMatch(/superseded: f\(2\) == 4 {3}by f\(2\) == 6/);
    expect(stderr).toMatch(/^ {2}f\(0\) == 0\n {2}f\(2\) == 4$/m);
    expect(stderr).toMatch(/^ {2}f\(0\) == 0\n {2}f\(2\) == 6$/m);
    expect(stderr).toMatch(/^- {5}return x \* 2$/m);
    expect(stderr).toMatch(/^\+ {5}return x \* 3$/m);
    expect(await readFile(join(place.work, 'triple.py'), 'utf8')).toContain('return x * 3');
    // The model was shown the program that it was to change.
    const asked = ollama.generations
      .slice(from)
      .map(promptOf)
      .filter((prompt) => prompt.includes('Triple'));
    expect(asked.some((prompt) => /<program>\ndef f\(x\):[\s\S]*x \* 2\s*<\/program>/.test(prompt))).toBe(true);
    // Printed after the two turns and, back at the first program, by /code.
    expect(stdout.match(/return x \* \d/g)).toEqual(['return x * 2', 'return x * 3', 'return x * 2']);
  });

  test('the line after a question answers it, by letter or by value; anything else is a new request', async () => {
    for (const answer of ['B', '0']) {
      const { stdout, stderr } = await chat(['Mean of numbers', answer, '/tests'], '--signature', 'def f(xs)', '-e', 'f([1, 3]) == 2');
      expect(stderr).toContain('What should f([]) give?');
      const wanted = answer === '0' ? '0' : (/B\) (\S+)/.exec(stderr)?.[1] ?? '');
      expect(stdout).toMatch(new RegExp(`else ${wanted}$`, 'm'));
      expect(stderr).toMatch(new RegExp(`^ {2}f\\(\\[\\]\\) == ${wanted}$`, 'm'));
    }
    const other = await chat(['Mean of numbers', 'Double a number instead'], '--signature', 'def f(x)');
    expect(other.stdout).toContain('return x * 2');
    const open = await chat(['Mean of numbers'], '--signature', 'def f(xs)', '-e', 'f([1, 3]) == 2');
    expect(open.code).toBe(4);
    expect(open.stderr).toMatch(/answer it later: .* runs answer \w+ A/);
  });

  test('what the program before it did is no success, and the other function is named', async () => {
    const { code, stderr } = await chat(
      ['Double a number', '/diff', 'and g(3) returns -3', 'Double it by addition'],
      '--signature',
      'def f(x)',
      '-e',
      'f(2) == 4',
    );
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(/^\+ def f\(x\):$/m);
    expect(stderr).not.toMatch(/^- /m);
    expect(stderr).toContain('error[bad-input]: g is not in this program (f), so g(3) returns -3 cannot be a test of it');
    expect(stderr).toMatch(/the program (is the same|does the same) .*; f\(2\) == 4 still holds; say with an example .*: f\(2\) == …/);
  });

  test('a turn that fails says which of its examples are dropped and which older ones hold again', async () => {
    const { code, stderr } = await chat(
      ['Double a number', 'Double it: f(2) returns 5', '/tests'],
      '--signature',
      'def f(x)',
      '-e',
      'f(2) == 4',
    );
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(/kept the program from before this turn, and its tests\ndropped: f\(2\) == 5\nholds again: f\(2\) == 4\n/);
    expect(stderr).toMatch(/^ {2}f\(2\) == 4$/m);
  });

  test('commands work at a question too, and leave it open where they take its program away', async () => {
    const mean = ['--signature', 'def f(xs)', '-e', 'f([1, 3]) == 2'];
    const asked = await chat(['Mean of numbers', '/tests', '/nope', '0', '/tests'], ...mean);
    expect(asked.stderr).toMatch(/f\(\[\]\) give\?[\s\S]*no trusted test yet[\s\S]*\/nope is not a command[\s\S]*f\(\[\]\) == 0/);
    for (const leave of ['/exit', 'exit', 'Quit', 'quit()', 'выход']) {
      const { code, stderr, stdout } = await chat(['Mean of numbers', leave, 'Double a number'], ...mean);
      expect(code, stderr).toBe(4);
      expect(stderr).toMatch(/answer it later: .* runs answer \w+ A/);
      expect(stdout).toBe('');
    }
    const reset = await chat(['Mean of numbers', '/reset', '/tests', 'quit'], ...mean);
    expect(reset.stderr).toMatch(/started anew[\s\S]*answer it later[\s\S]*no trusted test yet/);
  });

  test('the demo knows its own request, said in words alone', async () => {
    const { stdout, stderr } = await anneal(['chat', '-b', 'mock'], {
      place,
      input: 'Return the second largest distinct number of a list, or None. second_largest([3, 1, 2]) returns 2\n',
    });
    expect(stdout, stderr).toContain('def second_largest(nums');
    expect(stderr).not.toContain('no readable signature');
  });

  test('--json gives one result a line, and runs are stored', async () => {
    const { stdout } = await chat(['Double a number', 'Triple it'], '--signature', 'def f(x)', '-e', 'f(0) == 0', '--json');
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => runResultSchema.parse(JSON.parse(line)));
    expect(results.map(({ code }) => /\* \d/.exec(code ?? '')?.[0])).toEqual(['* 2', '* 3']);
    expect((await anneal(['runs', 'list'], { place })).stdout).toContain(results[1]?.runId);
  });

  test('what cannot be done is said, and the session goes on', async () => {
    const { code, stderr, stdout } = await chat(
      [
        '/undo',
        '/dif',
        '/save',
        '',
        'x\u0001y',
        'Double a number',
        '/save /nowhere/x.py',
        '/reset',
        '/code',
        '/help',
        '/exit',
        'Triple it',
      ],
      '--signature',
      'def f(x)',
    );
    expect(stderr).toContain('there is no program yet');
    expect(stderr).toContain('/dif is not a command; did you mean /diff?');
    expect(stderr).toContain('error[bad-input]: the task is binary');
    expect(stderr).toContain('error[bad-input]: /nowhere/x.py');
    expect(stderr).toMatch(/^\/save FILE +write the program/m);
    expect(stdout).toContain('return x * 2');
    expect(stdout).not.toContain('return x * 3');
    expect([0, 3]).toContain(code);
  });
});

describe('anneal chat at a terminal', () => {
  test('edits lines, remembers messages between sessions, and Ctrl-D leaves', async () => {
    const args = [...flags(), '--signature', 'def f(x)', '-e', 'f(0) == 0'];
    const first = await onTerminal(args, {
      place,
      keys: [
        { after: /anneal> /, type: 'Double a nX\u007fumber\r' },
        { after: /change> /, type: '\u0004' },
      ],
    });
    expect(first.code).toBe(0);
    expect(textOf(first.screen)).toMatch(/^ +return x \* 2$/m);
    const second = await onTerminal(args, {
      place,
      // Up searches for what begins with `Dou`.
      keys: [
        { after: /anneal> /, type: 'Dou\u001b[A' },
        { after: /Double a number/, type: '\r' },
        { after: /change> /, type: '/exit\r' },
      ],
    });
    expect(second.code).toBe(0);
    expect(textOf(second.screen)).toMatch(/^ +return x \* 2$/m);
  });

  test('Ctrl-C cancels the turn and the session goes on; twice at the prompt it leaves', async () => {
    const slow = await startFakeOllama({ fault: (request) => ({ type: 'text', text: reply(request) }), tokenMs: 150 });
    const { code, screen } = await onTerminal(
      ['chat', '-b', 'ollama', '--base-url', slow.url, '--signature', 'def f(x)', '-e', 'f(0) == 0'],
      {
        place,
        keys: [
          { after: /anneal> /, type: 'Double a number\r' },
          { after: /Round 1/, type: '\u0003' },
          { after: /anneal> /, type: '\u0003' },
          { after: /anneal> /, type: '\u0003' },
        ],
      },
    );
    await slow.close();
    const text = textOf(screen);
    expect(text).toContain('cancelling this turn');
    expect(text).toContain('Cancelled.');
    expect(text).toContain('Ctrl-C again leaves');
    expect(code).toBe(130);
  });
});

test('a diff shows changed lines with three around them', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const changed = lines.with(5, 'new').with(25, 'other');
  expect(diffLines(lines.join('\n'), changed.join('\n'))).toEqual([
    ...['  line 2', '  line 3', '  line 4', '- line 5', '+ new', '  line 6', '  line 7', '  line 8', '  …'],
    ...['  line 22', '  line 23', '  line 24', '- line 25', '+ other', '  line 26', '  line 27', '  line 28'],
  ]);
  expect(diffLines('a\nb', 'a\nb\n')).toEqual([]);
  expect(diffLines('', 'a\nb\n')).toEqual(['+ a', '+ b']);
});

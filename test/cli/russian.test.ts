import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
let ollama: FakeOllama;
/** One of four programs for a request about a number takes powers. */
let asked = 0;
beforeAll(async () => {
  place = await makePlace();
  ollama = await startFakeOllama({
    fault: ({ body }) => {
      const prompt = (body.messages ?? []).map(({ content }) => content).join('\n');
      const factor = prompt.includes('Утрой') ? 3 : 2;
      const seed = body.options?.seed ?? 0;
      asked = prompt.includes('число') ? asked + 1 : 0;
      const text = prompt.includes('without tests')
        ? `\`\`\`python\ndef f(x):\n    v${seed} = 1\n    return ${asked % 4 === 1 ? `x ** ${factor}` : `x * ${factor}`}\n\`\`\``
        : 'none';
      return { type: 'text', text };
    },
    tokenMs: 0,
  });
});
afterAll(async () => {
  await ollama.close();
  await place.remove();
});

/** Names of languages, models and parts of the machine, and the forms of examples: these stay as they are. */
const names = /^(?:python|cgroup|sha256|anneal|hint|error|None|Ctrl-C|Ctrl-D|exit|quit|oracle-outside|NAME|FILE)$/;
/** Commands, calls, addresses, options and paths hold a sign that no word of a sentence holds. */
const isCode = (word: string): boolean => /[_/[\](){}=<>"'`…]|^-|\w:\w|\w\.\w/.test(word);

/** English words in lines that a person reads; a command is left out with its arguments. */
const englishIn = (text: string): readonly string[] =>
  text
    .replaceAll(/(?:npx --no-install anneal|node \S+|anneal) (?:run|runs|models|skills|fix|chat)\b[^,;)\n]*/g, '')
    .replaceAll(/^сигнатура .*?\(откуда/gm, '')
    .split(/\s+/)
    .filter((word) => !isCode(word))
    .map((word) => word.replaceAll(/[^\w-]/g, ''))
    .filter((word) => /[A-Za-z]{3}/.test(word) && !names.test(word) && !/^[0-9a-f]{12}$/.test(word));

const served = (programs = 4) => ['-b', 'ollama', '--base-url', ollama.url, '--max-iters', '1', '-n', String(programs), '--seed', '1'];

describe('a Russian request', () => {
  test('has its lines, evidence, verdict and next steps in Russian, wherever its run is shown', async () => {
    const run = await anneal(['run', 'Удвой число: f(2) == 4', ...served(), '--evidence'], { place });
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/^прогон {5}python · ollama:/m);
    expect(run.stderr).toMatch(
      /^выбор +c\d+, 2 группы по поведению, уверенность 0\.\d\d: ваших примеров пройдено 1 из 1; одинаково ведут себя 3 из 4$/m,
    );
    expect(run.stderr).toMatch(/^почему c\d$/m);
    expect(run.stderr).toMatch(/^ {2}уверенность 0\.\d\d: насколько за неё говорят примеры/m);
    expect(run.stderr).toMatch(
      /^не уверен · уверенность 0\.\d\d \(не откалибровано\) · примеров пройдено: 1 из 1 · 4 программы за 1 раунд · песочница L\d · /m,
    );
    expect(run.stderr).toMatch(/^дальше: скажите, что верно там, где они расходятся: -e 'f\(.+\) == …'/m);
    expect(englishIn(run.stderr)).toEqual([]);

    const id = /прогон ([0-9a-f]{12})/.exec(run.stderr)?.[1] ?? '';
    const next = run.stderr.split('\n').filter((line) => line.startsWith('дальше: '));
    expect(next.length).toBeGreaterThan(0);
    for (const command of ['show', 'replay', 'rerun']) {
      const { stderr } = await anneal(['runs', command, id], { place });
      expect(englishIn(stderr.replace(/^предупреждение: Повтор записи.*$/m, ''))).toEqual([]);
      expect(stderr.split('\n').filter((line) => line.startsWith('дальше: '))).toEqual(next);
    }
  });

  test('without an example says in Russian that nobody gave one', async () => {
    const { stderr } = await anneal(['run', 'Найди второе по величине число в списке', '-b', 'mock', '--evidence'], { place });
    expect(stderr).toMatch(/^предупреждение: Ваши примеры: /m);
    expect(stderr).toMatch(/^сигнатура +def second_largest\(.*\(откуда: модель\)$/m);
    expect(englishIn(stderr.replaceAll(/mock:\S+/g, '').replaceAll(/-inf/g, ''))).toEqual([]);
  });

  test('is answered in Russian in a session too, and an English one in English', async () => {
    const input = ['Удвой. f(2) возвращает 4', '/tests', 'Утрой: f(2) возвращает 6', '/undo', '/nope', '/help', ''].join('\n');
    const { stderr } = await anneal(['chat', ...served(2)], { place, input });
    expect(stderr).toContain('заменено: ');
    expect(stderr).toContain('отменено: Утрой');
    expect(stderr).toContain('/nope — не команда');
    expect(stderr).toMatch(/^дальше: /m);
    expect(stderr).not.toMatch(/-e '/);
    expect(englishIn(stderr.replaceAll(/f\(\d\) (?:==|возвращает) \d/g, ''))).toEqual([]);

    const english = await anneal(['chat', ...served(2)], { place, input: 'Double a number. f(2) returns 4\n/nope\n' });
    expect(english.stderr).not.toMatch(/[а-я]/i);
    expect(english.stderr).toContain('/nope is not a command');
    expect(english.stderr).toMatch(/^next: /m);
  });
});

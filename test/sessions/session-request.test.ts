import { expect, test } from 'vitest';
import { loadLanguage } from '../../src/composition/load-language.ts';
import { followUp } from '../../src/sessions/session-request.ts';
import { request } from '../runs/child/tiny-service.ts';

const version = {
  ...{ message: 'Double it', code: 'function f(x) return 2 * x end', runId: 'r', profile: 'lua53' },
  ...{ language: 'lua' as const, signature: 'function f(x)', examples: ['f(1) == 2', 'f(2) == 4'] },
};
const base = (more: object) => request({ language: 'lua', ...more });

test('examples that come with a message join those that are there, and replace what they contradict', async () => {
  const { request: made, superseded } = await followUp(version, 'Triple it, f(2) == 6', base({ examples: ['f(1) == 3'] }), loadLanguage);
  expect(made).toMatchObject({ profile: 'lua53', signature: 'function f(x)', code: version.code, examples: ['f(2) == 6', 'f(1) == 3'] });
  expect(superseded).toEqual([
    { old: 'f(2) == 4', by: 'f(2) == 6' },
    { old: 'f(1) == 2', by: 'f(1) == 3' },
  ]);
});

test('a result of another function than the program is refused with its name, and not lost', async () => {
  for (const [message, examples] of [
    ['also write g(x): g(3) returns -3', []],
    ['f(2) == 6, and g(3) == -3', []],
    ['and the other', ['g(3) == -3']],
  ] as const) {
    await expect(followUp(version, message, base({ examples: [...examples] }), loadLanguage)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^g is not in this program \(f\), so g\(3\) .*-3 cannot be a test of it$/),
      hint: expect.stringContaining('/reset'),
    });
  }
  const own = await followUp(version, 'as math.floor(2.5) == 2 and tostring(1) == "1", so that f(3) == 6', base({}), loadLanguage);
  expect(own.request.examples).toEqual([...version.examples, 'f(3) == 6']);
});

test('a signature of the same name keeps the tests; under another name they speak of nothing', async () => {
  const wider = await followUp(version, 'Add a factor', base({ signature: 'function f(x, k)' }), loadLanguage);
  expect(wider).toMatchObject({ request: { signature: 'function f(x, k)', examples: version.examples }, superseded: [] });
  const signature = 'function g(x)';
  const renamed = await followUp(version, 'Call it g', base({ signature, examples: ['g(1) == 2'] }), loadLanguage);
  expect(renamed.request).toMatchObject({ signature, examples: ['g(1) == 2'] });
  expect(renamed.superseded).toEqual(version.examples.map((old) => ({ old, by: signature })));
});

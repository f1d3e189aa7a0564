import { expect, test } from 'vitest';
import { loadPython } from '../../src/languages/python/python-language.ts';

const contract = { language: 'python', entry: { kind: 'function', name: 'add', parameters: [] } } as const;
const program = 'def add(a, b):\n    return a + b';

async function extracted(text: string, finish: 'stop' | 'length' = 'stop') {
  return (await loadPython()).extract({ text, finish }, contract);
}

test.each([
  ['closed', `<think>\nMaybe \`\`\`python\ndef add(a): pass\n\`\`\`?\n</think>\n\`\`\`python\n${program}\n\`\`\``],
  ['without its beginning, as templates that open it leave it', `Maybe def add(a): pass\n</think>\n${program}`],
])('pain 14: thoughts in the text, %s, are no part of the program', async (_title, text) => {
  expect(await extracted(text)).toMatchObject({ type: 'code', code: expect.stringContaining('return a + b') });
  expect(await extracted(text)).toMatchObject({ code: expect.not.stringContaining('def add(a):') });
});

test('pain 14: thoughts without an end hold no program, however much they look like one', async () => {
  expect(await extracted(`<think>\nLet me try:\n\`\`\`python\n${program}\n\`\`\``)).toMatchObject({ type: 'rejected' });
});

test('pain 16: a fence of four backticks holds fences of three', async () => {
  const text = `Here:\n\n\`\`\`\`python\n"""Usage:\n\`\`\`\nadd(1, 2)\n\`\`\`\n"""\n${program}\n\`\`\`\`\nDone.`;
  const found = await extracted(text);
  expect(found).toMatchObject({ type: 'code', code: expect.stringContaining(program) });
  expect(found).toMatchObject({ code: expect.not.stringContaining('````') });
});

test('pain 17: a program in a tool call that was printed as text is found', async () => {
  const call = JSON.stringify({ name: 'write_file', arguments: { path: 'add.py', content: program } });
  expect(await extracted(`<tool_call>\n${call}\n</tool_call>`)).toMatchObject({ type: 'code', code: expect.stringContaining(program) });
});

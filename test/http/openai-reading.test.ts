import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whatIsWanted } from '../../src/surfaces/http/openai/about-code.ts';
import { chosenFile } from '../../src/surfaces/http/openai/chosen-file.ts';
import { editFormOf, writeEdit } from '../../src/surfaces/http/openai/edit-form.ts';
import { type FencedBlock, fenced, fencedBlocks } from '../../src/surfaces/http/openai/fenced-blocks.ts';
import { readConversation } from '../../src/surfaces/http/openai/read-conversation.ts';

describe('what a request asks for', () => {
  test.each([
    'Write a Python function that sorts a list by length',
    'Python function f(xs): the sum of the even numbers. f([1, 2]) returns 2',
    'How do I write a Lua function that reverses a string?',
    'Can you implement binary search in TypeScript?',
    'Напиши функцию, которая возвращает факториал числа',
    'функция на Lua: сумма элементов таблицы',
    'Parse an ISO 8601 duration into seconds',
    'is_even(4) == True',
  ])('a program: %s', (text) => {
    expect(whatIsWanted('', text, false)).toEqual({ type: 'program' });
  });

  test.each([
    'Hello',
    'What is a closure in Python?',
    'Explain recursion.',
    'Что такое замыкание?',
    'Write a poem about autumn',
    'Write a Rust function that adds two numbers',
    'Create a React component for a login form',
    'Generate a concise title for this chat: sorting lists in Python',
    'Write a commit message for this function',
    'Summarize this conversation about programming',
  ])('the model’s own words: %s', (text) => {
    expect(whatIsWanted('', text, false)).toMatchObject({ type: 'text', reason: expect.stringMatching(/\w/) });
  });

  test('with a program at hand, a change to it is one, and a question about it is not', () => {
    expect(whatIsWanted('', 'Now handle empty lists too, please make it return 0', true)).toEqual({ type: 'program' });
    expect(whatIsWanted('', 'исправь ошибку', true)).toEqual({ type: 'program' });
    expect(whatIsWanted('', 'What does this function do?', true)).toMatchObject({ type: 'text' });
    expect(whatIsWanted('', 'thanks', true)).toMatchObject({ type: 'text' });
  });
});

describe('fenced blocks', () => {
  test('carry the name of their file, and end where their own fence does', () => {
    const text =
      'Here:\n\n**src/a.py**\n````python\nx = """\n```\n"""\n````\n\n```ts lib/b.ts (1-3)\nlet y = 1;\n```\nand `inline`\n```\nz = 1```\n';
    const blocks = fencedBlocks(text);
    expect(blocks).toMatchObject([
      { file: 'src/a.py', tag: 'python', code: 'x = """\n```\n"""\n', fence: '````' },
      { file: 'lib/b.ts', tag: 'ts', code: 'let y = 1;\n' },
      { file: null, tag: '', code: 'z = 1' },
    ]);
    for (const { start, end } of blocks) expect(text.slice(start, end)).toMatch(/^(?:\*\*src|```)[\s\S]*```\n$/);
  });

  test('of a program hold whatever fences its own text has', () => {
    for (const code of ['x = 1\n', 's = "```"\n', '````\n~~~\n', '']) {
      expect(fencedBlocks(`Prose.\n\n${fenced(code, 'python')}\n\nMore.`)).toMatchObject([{ code }]);
    }
  });
});

describe('a change as an editor applies it', () => {
  /** As such editors do: each block's first place in the file. */
  const applied = (text: string, before: string): string =>
    [...text.matchAll(/<<<<<<< SEARCH\n([\s\S]*?)=======\n([\s\S]*?)>>>>>>> REPLACE\n/g)].reduce(
      (file, [, search = '', replace = '']) => (search === '' ? replace : file.replace(search, () => replace)),
      before,
    );
  const line = fc.constantFrom('', 'a = 1', 'b = 2', '    return a', '    return b', 'def f():');
  const lines = fc.array(line, { maxLength: 25 }).map((all) => all.map((one) => `${one}\n`).join(''));
  const edit = { file: 'a.py', fence: '```', language: 'python' } as const;

  test('blocks of any two texts lead from the one to the other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const blocks = writeEdit(before, after, { ...edit, form: 'blocks' });
        expect(before === after ? before : applied(blocks, before)).toBe(after);
        expect(applied(writeEdit(before, after, { ...edit, form: 'named-blocks' }), before)).toBe(after);
      }),
    );
  });

  test('a file that holds a block of its own is not cut by it', () => {
    const before = 'x = 1\n=======\n';
    expect(writeEdit(before, 'x = 2\n=======\n', { ...edit, form: 'blocks' })).toBe('```python\nx = 2\n=======\n```');
  });

  test('the form is that of the system prompt and its examples', () => {
    const named = '```python\na.py\n<<<<<<< SEARCH\nx\n=======\n';
    expect(editFormOf('Use *SEARCH/REPLACE* blocks', '')).toBe('blocks');
    expect(editFormOf('Use *SEARCH/REPLACE* blocks', named)).toBe('named-blocks');
    expect(editFormOf('changes similar to a unified diff like `diff -U0` would produce', '')).toBe('diff');
    expect(editFormOf('use this *file listing* format', '')).toBe('whole');
    expect(editFormOf('You can read unified diffs.', '')).toBe(null);
  });
});

describe('of several files', () => {
  const block = (file: string, code: string): FencedBlock => ({ fence: '```', tag: '', file, code, start: 0, end: 0 });
  const files = [block('src/a.py', 'def mean(xs):\n    pass\n'), block('src/b.py', 'class Total:\n    pass\n'), block('notes.md', 'mean')];
  test.each([
    ['Fix a.py', 'src/a.py'],
    ['mean([]) must return 0', 'src/a.py'],
    ['Rename `Total` to Sum', 'src/b.py'],
    ['Shorten notes.md', 'notes.md'],
    ['Fix a.py and b.py', null],
    ['Improve the code', null],
  ])('%s', (text, file) => {
    expect(chosenFile(files, text)?.file ?? null).toBe(file);
  });
  test('the only program is meant beside files of other kinds', () => {
    expect(chosenFile([block('a.py', ''), block('notes.md', '')], 'Improve the code')?.file).toBe('a.py');
  });
});

describe('a conversation', () => {
  const read = (...messages: readonly (readonly ['system' | 'user' | 'assistant', string])[]) =>
    readConversation({ messages: messages.map(([role, content]) => ({ role, content })), schema: null, run: {} });

  test('a reminder behind the request, repeated from the system prompt, is no part of it', () => {
    const rule = 'To suggest changes you MUST return the entire file, as a *file listing*.';
    const task = read(['system', `You are an expert.\n${rule}`], ['user', `Write a function f(x) in stats.lua\n\n${rule}`]);
    expect(task).toMatchObject({
      type: 'program',
      message: 'Write a function f(x) in stats.lua',
      edit: { form: 'whole', file: 'stats.lua' },
    });
  });

  test('the newest program counts, not what is shown of commands or results', () => {
    const task = read(
      ['user', 'Write a Python function f(x)'],
      ['assistant', '```python\ndef f(x):\n    return x\n```'],
      ['user', 'Fix it so that it returns x + 1. I ran:\n```bash\npython f.py\n```\n```\n1\n```'],
    );
    expect(task).toMatchObject({
      type: 'program',
      program: { code: 'def f(x):\n    return x\n', language: 'python' },
      earlier: ['Write a Python function f(x)'],
    });
  });

  test('files of other kinds are the model’s own business; read-only ones are context', () => {
    const files = (name: string) =>
      `I have *added these files to the chat* so you can go ahead and edit them.\n\n${name}\n\`\`\`\nx = 1\n\`\`\``;
    expect(read(['system', 'file listing'], ['user', files('README.md')], ['user', 'Fix the code in it'])).toMatchObject({ type: 'text' });
    expect(
      read(
        ['system', 'file listing'],
        ['user', 'Here are some READ ONLY files, provided for your reference.\n\nb.py\n```\ny = 2\n```'],
        ['user', files('a.py')],
        ['user', 'Change the code so that x is y'],
      ),
    ).toMatchObject({ type: 'program', program: { file: 'a.py' }, context: expect.stringContaining('y = 2'), earlier: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { fileRequest } from '../../../src/engine/decide/file-request.ts';
import { nameByRules } from '../../../src/engine/decide/name-by-rules.ts';
import { none, route } from '../../../src/engine/decide/route.ts';
import { growTree, type SkillTree } from '../../../src/engine/decide/skill-tree.ts';
import { byDescription, decideDeps, deciding, skill } from './decide-bench.ts';

const tree: SkillTree = {
  categories: [
    { path: 'text', description: 'Work on strings and written text' },
    { path: 'text/search', description: 'Find and count pieces of a text' },
    { path: 'text/format', description: 'Wrap and pad text' },
    { path: 'numbers', description: 'Calculate with numbers' },
  ],
  skills: [
    skill('count-vowels', 'text/search', 'Count the vowels in a string.', 'def count_vowels(s: str) -> int'),
    skill('is-palindrome', 'text/search', 'Tell whether a string reads the same backwards.', 'def is_palindrome(s)'),
    skill('wrap-text', 'text/format', 'Break a text into lines of a given width.', 'def wrap_text(text, width)'),
    skill('gcd', 'numbers', 'Greatest common divisor of two integers.', 'def gcd(a, b)'),
    skill('median', 'numbers', 'Median of a list of numbers.', 'def median(xs)'),
  ],
};
const root = growTree(tree);
const kinds = (found: { readonly decisions: readonly { readonly kind: string; readonly choice: string }[] }) =>
  found.decisions.map(({ kind, choice }) => `${kind} ${choice}`);

describe('routing by rules', () => {
  it('goes down the tree to the skill, one decision a step', async () => {
    const found = await route({ text: 'Count the vowels in a word', subject: 'run-7' }, root, decideDeps(null));
    expect(found).toMatchObject({ category: 'text/search', skill: 'count-vowels', warnings: [] });
    expect(kinds(found)).toEqual([
      'skill-category text',
      'skill-category text/search',
      'skill-leaf count-vowels',
      'same-or-different same',
    ]);
    expect(found.decisions.every(({ by, subject, model }) => by === 'rules' && subject === 'run-7' && model === null)).toBe(true);
    expect(found.near[0]?.name).toBe('count-vowels');
  });

  it('finds an English skill for a Russian request in words that the glossary knows', async () => {
    const found = await route({ text: 'Посчитай гласные буквы в строке' }, root, decideDeps(null));
    expect(found.skill).toBe('count-vowels');
  });

  it('finds nothing for what no skill speaks of, in any script', async () => {
    for (const text of ['Blur a photograph', 'Размой фотографию', '写真をぼかす', '?!', '']) {
      const found = await route({ text }, root, decideDeps(null));
      expect(found).toMatchObject({ category: null, skill: null });
      expect(found.decisions[0]?.choice).toBe(none);
    }
  });

  it('takes a like signature as strong evidence, and one with other parameters as evidence against', async () => {
    const vague = 'Work on the numbers';
    expect((await route({ text: vague }, root, decideDeps(null))).skill).toBeNull();
    expect((await route({ text: vague, signature: 'function gcd(x, y)' }, root, decideDeps(null))).skill).toBe('gcd');
    const other = await route({ text: 'Count the vowels in a word', signature: 'def count_vowels(s, alphabet)' }, root, decideDeps(null));
    expect(other.skill).toBeNull();
  });

  it('works on a library without skills or categories, and on skills that were never filed', async () => {
    const empty = await route({ text: 'Sort a list' }, growTree({ categories: [], skills: [] }), decideDeps(null));
    expect(empty).toEqual({ category: null, skill: null, near: [], decisions: [], warnings: [] });
    const loose = growTree({ categories: [], skills: [skill('count-vowels', '', 'Count the vowels in a string.')] });
    expect(await route({ text: 'Count the vowels in a string' }, loose, decideDeps(null))).toMatchObject({ skill: 'count-vowels' });
  });
});

describe('routing by a model', () => {
  it('follows the model where words do not help, and looks into the branch it names', async () => {
    const model = deciding(byDescription({ 'text:': 0.9, 'text/search:': 0.9, 'is-palindrome:': 0.9, 'Yes,': 0.9 }));
    const found = await route({ text: 'Czy napis czytany wspak jest taki sam?' }, root, decideDeps(model));
    expect(found).toMatchObject({ category: 'text/search', skill: 'is-palindrome' });
    expect(found.decisions.every(({ by, calibrated }) => by === 'model' && calibrated)).toBe(true);
    const [, , , guard] = found.decisions;
    expect(guard?.kind).toBe('same-or-different');
    expect(model.decisions.at(-1)?.prompt).toContain('<program>\nis-palindrome: Tell whether');
  });

  it('asks about a branch and not about all skills', async () => {
    const crowd = Array.from({ length: 300 }, (_, at) => skill(`s${at}`, `c${at % 30}`, `Program number ${at}.`));
    const wide = growTree({ categories: [], skills: [...tree.skills, ...crowd] });
    const model = deciding(byDescription({ 'numbers:': 0.9, 'gcd:': 0.9, 'Yes,': 0.9, 'None of': 0.2 }));
    const found = await route({ text: 'Greatest common divisor' }, wide, decideDeps(model));
    expect(found.skill).toBe('gcd');
    expect(model.decisions.length).toBeLessThan(20);
  });
});

describe('filing a request', () => {
  it('names an existing skill', async () => {
    const filing = await fileRequest({ text: 'Count the vowels in a string' }, tree, decideDeps(null));
    expect(filing.leaf).toEqual({ type: 'existing', name: 'count-vowels' });
    expect(filing).toMatchObject({ category: { path: 'text/search', description: 'Find and count pieces of a text' }, newCategory: false });
  });

  it('names a new one by rules, with a free name, and says that rules did', async () => {
    const filing = await fileRequest({ text: 'Most frequent value among numbers. Ties count.' }, tree, decideDeps(null));
    expect(filing.category.path).toBe('numbers');
    expect(filing.leaf).toEqual({
      type: 'new',
      name: 'most-frequent-value-among',
      title: 'Most frequent value among numbers',
      description: 'Most frequent value among numbers. Ties count.',
    });
    expect(filing.warnings).toEqual([{ feature: 'names', detail: 'There is no deciding model: rules named the skill.' }]);
  });

  it('files what no category fits under one for the unfiled, with a Latin name where there is one to be had', async () => {
    const filing = await fileRequest({ text: 'Размой фотографию' }, tree, decideDeps(null));
    expect(filing).toMatchObject({ category: { path: 'general' }, newCategory: true, leaf: { type: 'new', name: 'razmoy-fotografiyu' } });
    const second = { ...tree, skills: [...tree.skills, skill('skill', 'general', '画像をぼかす')] };
    const next = await fileRequest({ text: '音を鳴らす' }, second, decideDeps(null));
    expect(next).toMatchObject({ newCategory: false, leaf: { name: 'skill-2', description: '音を鳴らす' } });
  });

  it.each([
    ['Среднее значение', 'srednee-znachenie'],
    ['Ещё объём подъезда, щёлочь', 'obem-podezda-shcheloch'],
    ['Посчитай гласные буквы в строке', 'poschitay-glasnye-stroke'],
    ['Разбери CSV с заголовками', 'razberi-csv-zagolovkami'],
    ['Вызови REST API сервиса', 'rest-api'],
  ])('names %s in Latin letters', async (text, name) => {
    expect(nameByRules(text, new Set()).name).toBe(name);
  });

  const naming = (reply: string) =>
    deciding(byDescription({ 'None of': 0.9, 'No,': 0.9 }), { replies: () => reply, capabilities: { logprobs: true } });

  it('takes title, description and a new category from the model', async () => {
    const reply = `Sure:\n\`\`\`json\n${JSON.stringify({
      title: 'Gaussian Blur',
      description: 'Blurs a photograph.\nWith a kernel.',
      category: 'Images',
      categoryDescription: 'Work on pictures',
    })}\n\`\`\``;
    const model = naming(reply);
    const filing = await fileRequest({ text: 'Размой фотографию' }, tree, decideDeps(model));
    expect(filing.leaf).toEqual({
      type: 'new',
      name: 'gaussian-blur',
      title: 'Gaussian Blur',
      description: 'Blurs a photograph. With a kernel.',
    });
    expect(filing).toMatchObject({ category: { path: 'images', description: 'Work on pictures' }, newCategory: true, warnings: [] });
    expect(model.requests[0]?.messages[0]?.content).toContain('<request>\nРазмой фотографию\n</request>');
    const again = { ...tree, skills: [...tree.skills, skill('gaussian-blur', 'images', 'x')] };
    expect((await fileRequest({ text: 'Размой фотографию' }, again, decideDeps(naming(reply)))).leaf).toMatchObject({
      name: 'gaussian-blur-2',
    });
  });

  it.each([
    [
      'single quotes and a trailing comma',
      "{'title': 'Blur Photograph Edges', 'description': 'Blurs a photograph', 'category': 'images',}",
    ],
    ['bare keys and a comment', '{title: "Blur Photograph Edges", description: "Blurs a photograph", // so\n category: "images"}'],
    ['a real line end in a string', '{"title": "Blur Photograph Edges", "description": "Blurs a\nphotograph", "category": "images"}'],
    ['braces in a string', '{"title": "Blur Photograph Edges", "description": "Blurs a photograph {gently}", "category": "images"}'],
    [
      'an object in an object',
      '{"program": {"title": "Blur Photograph Edges", "description": "Blurs a photograph", "category": "images"}}',
    ],
    ['a list', '[{"title": "Blur Photograph Edges", "description": "Blurs a photograph", "category": "images"}]'],
    [
      'reasoning before',
      '<think>{"title": "x"}</think>{"title": "Blur Photograph Edges", "description": "Blurs a photograph", "category": "images"}',
    ],
  ])('reads names with %s', async (_what, reply) => {
    const filing = await fileRequest({ text: 'Blur a photograph' }, tree, decideDeps(naming(reply)));
    expect(filing).toMatchObject({ leaf: { name: 'blur-photograph-edges' }, category: { path: 'images' }, warnings: [] });
  });

  it.each([
    ['prose', 'I would call it the blur.'],
    ['another subject', '{"title": "Cooking Pasta", "description": "Boils water.", "category": "food"}'],
    ['no title', '{"description": "Blur a photograph", "category": "images"}'],
    ['a title that is no name', '{"title": "模糊", "description": "Blur a photograph", "category": "images"}'],
    ['numbers', '{"title": 1, "description": 2, "category": 3}'],
    ['nothing', ''],
  ])('names by rules when the model writes %s', async (_what, reply) => {
    const filing = await fileRequest({ text: 'Blur a photograph' }, tree, decideDeps(naming(reply)));
    expect(filing.leaf).toMatchObject({ type: 'new', name: 'blur-photograph' });
    expect(filing.category.path).toBe('general');
    expect(filing.warnings).toEqual([{ feature: 'names', detail: 'scripted:test wrote no usable title: rules named the skill.' }]);
  });
});

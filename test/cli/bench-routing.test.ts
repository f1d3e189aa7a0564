import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchRouting } from '../../src/surfaces/bench/routing/bench-routing.ts';
import { loadRoutingData } from '../../src/surfaces/bench/routing/routing-data.ts';
import { decideDeps, deciding } from '../engine/decide/decide-bench.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

describe('the cases of the routing benchmark', () => {
  it('are sixty, a third Russian, in halves that are alike, each with a place in the tree', async () => {
    const { tree, cases } = await loadRoutingData();
    expect(cases).toHaveLength(60);
    expect(new Set(cases.map(({ id, request }) => `${id} ${request}`)).size).toBe(60);
    for (const half of ['tuning', 'reserved'] as const) {
      const some = cases.filter((one) => one.half === half);
      const count = (is: (one: (typeof some)[number]) => boolean) => some.filter(is).length;
      expect([
        some.length,
        count(({ lang }) => lang === 'ru'),
        count(({ skill }) => skill !== null),
        count(({ category }) => category === null),
      ]).toEqual([30, 10, 18, 6]);
    }
    const paths = new Set(tree.categories.map(({ path }) => path));
    const filed = new Map(tree.skills.map(({ name, category }) => [name, category]));
    expect(filed.size).toBe(tree.skills.length);
    for (const { category, skill } of cases) {
      if (category !== null) expect(paths).toContain(category);
      if (skill !== null) expect(filed.get(skill)).toBe(category);
    }
  });
});

describe('the benchmark', () => {
  const base = { ...decideDeps(null), sha256: (text: string) => createHash('sha256').update(text).digest('hex') };

  it('measures rules and each model, alone and with rules, and asks no question twice', async () => {
    const model = deciding(({ options }) => options.map(() => 1 / options.length));
    const { results } = await benchRouting([model], base, () => 0, { halves: ['tuning', 'reserved'], limit: 3 });
    expect(results.map(({ decider }) => decider)).toEqual(['rules', 'scripted:test alone', 'scripted:test with rules']);
    const [rules, alone, mixed] = results;
    // A model that says nothing changes nothing beside the rules, and alone finds nothing.
    expect({ ...mixed?.all, decisions: [] }).toEqual({ ...rules?.all, decisions: [] });
    expect(alone?.all.handedOn.of).toBe(0);
    expect(alone?.halves.reserved?.cases).toBe(3);
    expect((alone?.questions ?? 0) + (mixed?.questions ?? 0)).toBe(model.decisions.length);
    expect(new Set(model.decisions.map((one) => JSON.stringify(one))).size).toBe(model.decisions.length);
  });

  it('shows that what a request costs grows with the branch and not with the number of skills', async () => {
    const { cost } = await benchRouting([], base, () => 0, { halves: ['tuning'] });
    const [small, deep, crowded] = cost;
    expect([small?.skills, deep?.skills, crowded?.skills]).toEqual([56, 1008, 1008]);
    expect(deep?.inOneCategory).toBe(small?.inOneCategory);
    // One more level of 18 areas, and not 18 times as many options.
    expect(deep?.options).toBeLessThan((small?.options ?? 0) + 30);
    expect(crowded?.options).toBeGreaterThan(2 * (deep?.options ?? 0));
  });

  it('prints a report for scripts and one for people, with a summary as its last line', async () => {
    const json = await anneal(['bench', 'routing', '--json', '--half', 'tuning', '--limit', '2'], { place });
    expect(json.code).toBe(0);
    const report = JSON.parse(json.stdout) as { cases: number; results: { decider: string; halves: object }[] };
    expect(report).toMatchObject({ cases: 2, skills: 56, results: [{ decider: 'rules', model: null, questions: 0 }] });
    expect(Object.keys(report.results[0]?.halves ?? {})).toEqual(['tuning']);
    const text = await anneal(['bench', 'routing', '--limit', '2'], { place });
    expect(text.stdout.trimEnd().split('\n').at(-1)).toMatch(/^cases=4 rulesCategory=[\d.]+ rulesSkill=[\d.]+ rulesNear3=[\d.]+$/u);
    expect(text.stderr).toContain('rules alone');
  });

  it('refuses a half that there is not', async () => {
    const { code, stderr } = await anneal(['bench', 'routing', '--half', 'other'], { place });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error\[usage\]: --half: "other" is not one\nhint: allowed: tuning, reserved, both/mu);
  });
});

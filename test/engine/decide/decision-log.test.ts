import { describe, expect, it } from 'vitest';
import { keepDecisions, outcomesOf, settleDecisions } from '../../../src/engine/decide/decision-log.ts';
import { route } from '../../../src/engine/decide/route.ts';
import { growTree } from '../../../src/engine/decide/skill-tree.ts';
import { createMemorySkillRecords } from '../../stores/memory-skill-records.ts';
import { decideDeps, skill } from './decide-bench.ts';

const root = growTree({
  categories: [
    { path: 'text/search', description: 'Find and count pieces of a text' },
    { path: 'text/format', description: 'Wrap and pad text' },
    { path: 'numbers', description: 'Calculate with numbers' },
  ],
  skills: [
    skill('count-vowels', 'text/search', 'Count the vowels in a string.'),
    skill('wrap-text', 'text/format', 'Break a text into lines of a given width.'),
    skill('gcd', 'numbers', 'Greatest common divisor of two integers.'),
  ],
});
const routed = () => route({ text: 'Count the vowels in a word', subject: 'run-1' }, root, decideDeps(null));

describe('outcomes of decisions', () => {
  it('says of every step what it should have been', async () => {
    const { decisions } = await routed();
    const says = (truth: Parameters<typeof outcomesOf>[1]) => outcomesOf(decisions, truth).map(({ outcome }) => outcome);
    expect(decisions.map(({ choice }) => choice)).toEqual(['text', 'text/search', 'count-vowels', 'same']);
    expect(says({ category: 'text/search', skill: 'count-vowels' })).toEqual(['text', 'text/search', 'count-vowels', 'same']);
    expect(says({ category: 'text/format', skill: null })).toEqual(['text', 'text/format', '+none', 'different']);
    expect(says({ category: 'text/case' })).toEqual(['text', '+none']);
    expect(says({ category: 'text' })).toEqual(['text', '+none']);
    // Past the wrong turn nothing was right or wrong.
    expect(says({ category: 'numbers' })).toEqual(['numbers']);
    expect(says({ category: null })).toEqual(['+none']);
    expect(says({ skill: 'not-looked-at' })).toEqual(['+none', 'different']);
    expect(says({ notSkill: 'count-vowels' })).toEqual(['different']);
    expect(says({ notSkill: 'gcd' })).toEqual([]);
    expect(says({})).toEqual([]);
  });

  it('is filled in later, in the store', async () => {
    const records = createMemorySkillRecords();
    const { decisions } = await routed();
    await keepDecisions(records, decisions);
    expect(await records.decisions({ withOutcome: true, limit: 10 })).toEqual([]);
    await settleDecisions(records, decisions, { notSkill: 'count-vowels' });
    const settled = await records.decisions({ withOutcome: true, limit: 10 });
    expect(settled.map(({ kind, choice, outcome, subject }) => [kind, choice, outcome, subject])).toEqual([
      ['same-or-different', 'same', 'different', 'run-1'],
    ]);
  });
});

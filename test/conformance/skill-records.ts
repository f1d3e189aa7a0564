import { describe, expect, it } from 'vitest';
import type { DecisionRecord } from '../../src/domain/decision-record.ts';
import type { SkillVerification } from '../../src/domain/skill.ts';
import type { SkillRecords } from '../../src/ports/skill-records.ts';

const verification = (change: Partial<SkillVerification> = {}): SkillVerification => ({
  name: 'slug',
  hash: 'aa',
  runtime: 'python3.11',
  at: 1_000,
  passed: 4,
  total: 4,
  status: 'verified',
  detail: '',
  ...change,
});

const decision = (id: string, change: Partial<DecisionRecord> = {}): DecisionRecord => ({
  id,
  at: 1_000,
  kind: 'skill-leaf',
  by: 'model',
  model: 'llama-cpp:smollm2',
  promptHash: 'bb',
  options: [
    { id: 'slug', probability: 0.75 },
    { id: 'new', probability: 0.25 },
  ],
  choice: 'slug',
  labelMass: 0.9,
  calibrated: true,
  outcome: null,
  subject: null,
  ...change,
});

/** What every keeper of skill records does. `open` gives one at a place that is fresh for each test. */
export function describeSkillRecords(name: string, open: () => Promise<SkillRecords>): void {
  describe(`skill records: ${name}`, () => {
    it('knows a verification only for its very hash and runtime', async () => {
      const records = await open();
      await records.addVerification(verification());
      expect(await records.verification('aa', 'python3.11')).toEqual(verification());
      expect(await records.verification('ab', 'python3.11')).toBeNull();
      expect(await records.verification('aa', 'python3.12')).toBeNull();
    });

    it('keeps the last verification of a hash on a runtime', async () => {
      const records = await open();
      await records.addVerification(verification());
      const later = verification({ at: 2_000, passed: 3, status: 'quarantined', detail: 'f(3) gave 4' });
      await records.addVerification(later);
      expect(await records.verification('aa', 'python3.11')).toEqual(later);
    });

    it('answers for many hashes at once with the newest of each, and leaves out unknown ones', async () => {
      const records = await open();
      const many = Array.from({ length: 1_200 }, (_, index) => `hash-${index}`);
      await records.addVerification(verification({ hash: 'hash-7', runtime: 'lua5.4', at: 3_000 }));
      await records.addVerification(verification({ hash: 'hash-7', runtime: 'luajit', at: 2_000 }));
      await records.addVerification(verification({ hash: 'hash-1199' }));
      const found = await records.verifications(many);
      expect([...found.keys()].sort()).toEqual(['hash-1199', 'hash-7']);
      expect(found.get('hash-7')?.runtime).toBe('lua5.4');
      expect(await records.verifications([])).toEqual(new Map());
    });

    it('lists decisions newest first, by kind and by whether their outcome is known', async () => {
      const records = await open();
      await records.addDecision(decision('d1', { at: 1 }));
      await records.addDecision(decision('d2', { at: 3, kind: 'plan' }));
      await records.addDecision(decision('d3', { at: 2 }));
      await records.setOutcome('d3', 'new');
      await records.setOutcome('nobody', 'new');
      const ids = async (query: Parameters<SkillRecords['decisions']>[0]) => (await records.decisions(query)).map(({ id }) => id);
      expect(await ids({ limit: 10 })).toEqual(['d2', 'd3', 'd1']);
      expect(await ids({ limit: 2 })).toEqual(['d2', 'd3']);
      expect(await ids({ kind: 'skill-leaf', limit: 10 })).toEqual(['d3', 'd1']);
      expect(await ids({ withOutcome: true, limit: 10 })).toEqual(['d3']);
      expect(await ids({ withOutcome: false, limit: 10 })).toEqual(['d2', 'd1']);
      expect(await records.decisions({ withOutcome: true, limit: 1 })).toEqual([decision('d3', { at: 2, outcome: 'new' })]);
    });

    it('leaves a decision as it was made when it is written again', async () => {
      const records = await open();
      await records.addDecision(decision('d1'));
      await records.setOutcome('d1', 'slug');
      await records.addDecision(decision('d1', { choice: 'new' }));
      expect(await records.decisions({ limit: 1 })).toEqual([decision('d1', { outcome: 'slug' })]);
    });

    it('says an outcome anew when more is known', async () => {
      const records = await open();
      await records.addDecision(decision('d1'));
      await records.setOutcome('d1', 'slug');
      await records.setOutcome('d1', 'new');
      expect((await records.decisions({ limit: 1 }))[0]?.outcome).toBe('new');
    });
  });
}

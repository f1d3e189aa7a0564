import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { luaProfileNames } from '../../src/composition/lua-profiles.ts';
import { matchesExpected } from '../../src/domain/as-expected.ts';
import type { Contract, Entry } from '../../src/domain/contract.ts';
import type { Json } from '../../src/domain/json.ts';
import { valueFromJson } from '../../src/domain/value-from-json.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import { type Bench, functionEntry, openHost } from '../languages/observing.ts';
import { type Fixture, readFixtures } from './fixtures.ts';
import { titled, whyNoLua } from './own-lua.ts';

/** Every profile with a folder passes this; what is particular to one has a file of its own. */
for (const profile of luaProfileNames.filter((name) => name !== 'lua54')) {
  const fixtures = (await readFixtures(profile)).map((fixture) => [fixture.code.slice(0, 60), fixture] as const);
  const { examples, dialect } = await loadProfile(profile);
  const why = await whyNoLua(profile);

  describe.skipIf(why !== null)(titled(`the profile ${profile}`, why), () => {
    let host: Bench;
    beforeAll(async () => {
      host = await openHost(profile);
    });
    afterAll(async () => {
      await host.close();
    });

    const entryOf = ({ code, call = '' }: Fixture): Entry => {
      const own = host.language.host?.entry;
      if (own !== undefined && own !== null) return own;
      const name = /(\w+)\(/.exec(call)?.[1] ?? 'f';
      return /return M\s*$/.test(code) ? { kind: 'module', exports: [name] } : functionEntry(name);
    };
    const contractOf = (fixture: Fixture): Contract => ({ language: 'lua', profile, entry: entryOf(fixture) });
    const observe = (fixture: Fixture) =>
      host.outcome(fixture.code, fixture.call ?? { type: 'context', context: fixture.context ?? {} }, { entry: entryOf(fixture) });

    test.each(fixtures)('gives what its host gives: %s', async (_name, fixture) => {
      const { expected, raises, refused } = fixture;
      const errors = host.language.check(fixture.code, contractOf(fixture)).filter(({ severity }) => severity === 'error');
      const outcome = await observe(fixture);
      if (refused !== undefined) {
        expect(errors).toMatchObject([
          { message: expect.stringContaining(refused), line: expect.any(Number), hint: expect.stringMatching(/\.$/) },
        ]);
        expect(outcome).toMatchObject({ type: 'missing', reason: expect.stringMatching(/^does not load: .*\(line \d+\)$/) });
        return;
      }
      expect(errors).toEqual([]);
      if (raises !== undefined) {
        expect(outcome).toMatchObject({ type: 'raised', message: expect.stringContaining(raises) });
        return;
      }
      expect(outcome).toMatchObject({ type: 'value' });
      if (outcome.type !== 'value') return;
      const shown = `${host.language.formatValue(outcome.value, 2000)} for ${JSON.stringify(expected)}`;
      expect([matchesExpected(outcome.value, valueFromJson(expected ?? null)), shown]).toEqual([true, shown]);
    });

    test('tells a prompt what its programs must keep to', () => {
      expect(host.language.host).toMatchObject({ profile, notes: expect.stringMatching(/\w/) });
      // `table.unpack` is nil in what descends from Lua 5.1.
      if (dialect === '5.1' || dialect === 'luajit')
        expect(host.language.host?.notes).toMatch(/`unpack`,? and not `table\.unpack`|`unpack`, not `table\.unpack`/);
    });

    test.skipIf(examples.length === 0)('shows solved examples that its own check and its own Lua accept', async () => {
      for (const { request, code } of examples) {
        expect([code, host.language.check(code, contractOf({ code }))]).toEqual([code, []]);
        const context = JSON.parse(request.split('\n').at(-1) ?? '{}') as Json;
        expect([code, await observe({ code, context })]).toMatchObject([code, { type: 'value' }]);
      }
    });

    test('finds the names of another Lua', () => {
      const rules = (code: string) => host.language.check(code, contractOf({ code, call: 'f()' })).map(({ rule, hint }) => [rule, hint]);
      const code = 'local function f(t) return table.unpack(t) end return f({})';
      if (dialect === '5.1' || dialect === 'luajit') expect(rules(code)).toContainEqual(['lua-removed', 'Use unpack.']);
      else expect(rules(code)).toEqual([]);
    });
  });
}

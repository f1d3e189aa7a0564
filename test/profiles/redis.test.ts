import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchesExpected } from '../../src/domain/as-expected.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Json } from '../../src/domain/json.ts';
import { valueFromJson } from '../../src/domain/value-from-json.ts';
import { type Bench, openHost } from '../languages/observing.ts';
import { type Fixture, readFixtures } from './fixtures.ts';
import { titled, whyNoLua } from './own-lua.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const fixtures = (await readFixtures('redis')).map((fixture) => [fixture.code.slice(0, 70), fixture] as const);
const server: RedisServer | null = await startRedis();
const noServer = server === null ? 'no /usr/bin/redis-server; run: sudo apt-get install redis-server' : null;
const why = await whyNoLua('redis');
let host: Bench;
beforeAll(async () => {
  if (why === null) host = await openHost('redis');
});
afterAll(async () => {
  if (why === null) await host.close();
  await server?.close();
});

const contract: Contract = { language: 'lua', profile: 'redis', entry: { kind: 'chunk-return' } };
type Context = {
  readonly KEYS?: readonly string[];
  readonly ARGV?: readonly (string | number)[];
  readonly before?: readonly string[][];
  readonly after?: readonly string[][];
};

describe.skipIf(why !== null)(titled('a script', why), () => {
  test.each(fixtures)('has its known outcome: %s', async (_name, { code, context = {}, expected, raises }) => {
    const outcome = await host.outcome(code, { type: 'context', context });
    if (raises !== undefined) expect(outcome).toMatchObject({ type: 'raised', message: expect.stringContaining(raises) });
    else {
      expect(outcome).toMatchObject({ type: 'value' });
      const shown = outcome.type === 'value' ? host.language.formatValue(outcome.value, 2000) : '';
      const same = outcome.type === 'value' && matchesExpected(outcome.value, valueFromJson(expected ?? null));
      expect([same, shown]).toEqual([true, shown]);
    }
  });

  // Debian's package redis-server; `bash scripts/setup.sh` installs it.
  test.skipIf(server === null).each(fixtures)(titled('has the same outcome on a real server: %s', noServer), async (_name, fixture) => {
    expect(await onServer(fixture)).toEqual(
      fixture.raises === undefined ? fixture.expected : { raises: expect.stringContaining(fixture.raises) },
    );
  });

  test('starts afresh each time', async () => {
    const call = { type: 'context', context: { KEYS: ['n'] } } as const;
    const outcomes = (await host.observe("return redis.call('INCR', KEYS[1])", [call, call])).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      { type: 'value', value: { type: 'int', value: '1' } },
      { type: 'value', value: { type: 'int', value: '1' } },
    ]);
  });

  test('that asks for what only a server has is told so', async () => {
    const outcome = await host.outcome("return redis.call('GEOADD', 'g', 1, 2, 'm')", { type: 'context', context: {} });
    expect(outcome).toMatchObject({ type: 'raised', message: 'ERR GEOADD is not simulated here; a real server has it' });
  });

  test('that changes the data shows them afterwards', async () => {
    const [changed, same] = await host.observe("if KEYS[1] == 'w' then redis.call('SET', 'w', '1') end return 1", [
      { type: 'context', context: { KEYS: ['w'] } },
      { type: 'context', context: { KEYS: ['r'] } },
    ]);
    expect(changed).toHaveProperty('argumentsAfter');
    expect(same).not.toHaveProperty('argumentsAfter');
  });

  test('may be a library of functions', async () => {
    const code =
      "#!lua name=mylib\nlocal function add(keys, args) return redis.call('INCRBY', keys[1], args[1]) end\nredis.register_function('add', add)";
    expect(host.language.check(code, contract)).toEqual([]);
    const outcome = await host.outcome(code, { type: 'context', context: { function: 'add', KEYS: ['n'], ARGV: ['5'] } });
    expect(outcome).toEqual({ type: 'value', value: { type: 'int', value: '5' } });
    expect(await host.outcome(code, { type: 'context', context: { function: 'nope' } })).toMatchObject({
      type: 'raised',
      message: 'ERR Function not found',
    });
  });
});

describe.skipIf(why !== null)(titled('before it runs, a script is told about', why), () => {
  test.each([
    ['local f = io.open(KEYS[1]) return f', 'lua-host-lacks', 'redis.call'],
    ['return table.unpack({1})', 'lua-removed', 'Use unpack.'],
    ['return redis.get(KEYS[1])', 'lua-host-lacks', "redis.call('GET', key)"],
    ['return redis.cal("GET", KEYS[1])', 'lua-host-field', 'Did you mean redis.call?'],
    ['total = 1 return total', 'lua-global', 'Write local'],
    ['function helper() end return helper()', 'lua-global', 'Write local before function helper.'],
    ['return 7 // 2', 'syntax', 'math.floor'],
    ['for i = 1, 3 do if i == 2 then goto continue end ::continue:: end', 'syntax', 'loop'],
    ['return os.time()', 'lua-host-lacks', "redis.call('TIME')"],
  ])('`%s`', (code, rule, hint) => {
    const [first] = host.language.check(code, contract);
    expect(first).toMatchObject({ rule, hint: expect.stringContaining(hint) });
  });

  test('nothing, when it is well', () => {
    for (const [, { code }] of fixtures.filter(([name]) => /^return redis.call/.test(name)).slice(0, 12))
      expect(host.language.check(code, contract)).toEqual([]);
  });
});

/** The reply of EVAL, with what the commands of `after` say. */
async function onServer({ code, context }: Fixture): Promise<Json | { readonly raises: string }> {
  if (server === null) return null;
  const { KEYS = [], ARGV = [], before = [], after } = (context ?? {}) as Context;
  await server.command('FLUSHALL');
  for (const command of before) await server.command(...command);
  const answer = await server.command('EVAL', code, KEYS.length, ...KEYS, ...ARGV);
  if ('error' in answer) return { raises: answer.error };
  if (after === undefined) return answer.reply;
  const seen: Json[] = [];
  for (const command of after) {
    const one = await server.command(...command);
    seen.push('reply' in one ? one.reply : { err: one.error });
  }
  return { reply: answer.reply, after: seen };
}

import { expect, test } from 'vitest';
import { titled, whyNoLua } from './own-lua.ts';

test('tests of a host whose Lua is not here say so, with the command that installs it', async () => {
  expect(await whyNoLua('wf-vars')).toBeNull();
  const why = await whyNoLua('redis', { path: '/no/such/lua' });
  expect(titled('the profile redis', why)).toMatch(/^the profile redis \(skipped: .*Lua 5\.1.* .*lua5\.1\)$/s);
});

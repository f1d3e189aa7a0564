import type { LuaHost } from '../languages/lua/lua-host.ts';

/** The profiles that come with Anneal, in the order of lists; `lua54` is Lua without a host. Each of the others has a folder. */
export const luaProfileNames = ['lua54', 'wf-vars', 'redis', 'lua51', 'lua53', 'luajit', 'openresty', 'neovim', 'roblox-luau'] as const;

/** A profile with its prelude. Throws `bad-config` naming file and line for one that cannot be read. */
export async function luaProfile(name: string): Promise<LuaHost> {
  if (name === 'lua54') return (await import('../languages/lua/lua-host.ts')).plainLua;
  return (await import('../languages/profiles/load-profile.ts')).loadProfile(name);
}

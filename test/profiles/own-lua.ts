import { AppError } from '../../src/domain/app-error.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import { findLuaRuntime } from '../../src/runtimes/find-lua.ts';

/** Why programs of a profile cannot run here, with the command that mends it, for a test's title; null when its Lua is here. */
export async function whyNoLua(profile: string, options: { readonly path?: string } = {}): Promise<string | null> {
  const { runsOn: dialect } = await loadProfile(profile);
  try {
    await findLuaRuntime({ dialect, ...options });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'runtime-missing') return `${error.message} ${error.hint}`;
    throw error;
  }
}

/** A title that says why what it names is skipped. */
export const titled = (title: string, why: string | null): string => (why === null ? title : `${title} (skipped: ${why})`);

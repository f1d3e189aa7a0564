import type { Settings } from '../config/setting-keys.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { RuntimeSpec } from '../ports/sandbox.ts';
import { luaProfile } from './lua-profiles.ts';

/** The interpreter of a language on this machine. Throws `runtime-missing` with the command that installs it. */
export async function findRuntime(
  id: LanguageId,
  { python }: Pick<Settings, 'python'>,
  profile?: string,
): Promise<{ readonly spec: RuntimeSpec; readonly version: string }> {
  switch (id) {
    case 'python':
      return (await import('../runtimes/find-python.ts')).findPythonRuntime(python === null ? {} : { path: python });
    case 'lua':
      return (await import('../runtimes/find-lua.ts')).findLuaRuntime({ dialect: (await luaProfile(profile ?? 'lua54')).runsOn });
    case 'typescript': {
      const [{ findNodeRuntime }, { findTypeScript, withFolder }] = await Promise.all([
        import('../runtimes/find-node.ts'),
        import('../runtimes/find-typescript.ts'),
      ]);
      const { spec, version } = await findNodeRuntime();
      return { spec: withFolder(spec, await findTypeScript()), version };
    }
    case 'javascript':
      return (await import('../runtimes/find-node.ts')).findNodeRuntime();
  }
}

import { AppError } from '../domain/app-error.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type FoundRuntime, isSystemPath, programsNamed, realFile } from './found-runtime.ts';
import { runVersion } from './run-version.ts';

/** Bare `lua` comes last: it may be any version. */
const names = ['lua5.4', 'lua54', 'lua-5.4', 'lua'];

/**
 * Finds Lua 5.4: `path` if given, else the system's.
 * Throws AppError `runtime-missing` with the command that installs it.
 */
export async function findLuaRuntime(options: { readonly path?: string } & Abortable = {}): Promise<FoundRuntime> {
  const candidates = options.path === undefined ? await programsNamed(names, process.env) : [options.path];
  const refused: string[] = [];
  for (const file of candidates) {
    options.signal?.throwIfAborted();
    const answer = await runVersion(file, ['-v'], options);
    const version = /^Lua (\d+\.\d+(?:\.\d+)?)/.exec(answer ?? '')?.[1];
    if (version?.startsWith('5.4') === true) {
      const real = await realFile(file);
      return {
        version,
        spec: {
          id: 'lua5.4',
          // `-E`: environment variables such as LUA_INIT have no say.
          command: [real, '-E'],
          readOnlyPaths: isSystemPath(real) ? [] : [real],
          environment: {},
          hostsForkServer: false,
          memoryLimit: 'address-space',
        },
      };
    }
    refused.push(version === undefined ? `${file} does not run` : `${file} is Lua ${version}`);
  }
  const command = process.platform === 'darwin' ? 'brew install lua' : 'sudo apt-get install -y lua5.4';
  const seen = refused.length === 0 ? '' : ` (${refused.join('; ')})`;
  throw new AppError(
    'runtime-missing',
    options.path === undefined ? `Lua 5.4 was not found${seen}.` : `${options.path} is not Lua 5.4${seen}.`,
    command,
  );
}

import { AppError } from '../domain/app-error.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type FoundRuntime, isSystemPath, programsNamed, realFile } from './found-runtime.ts';
import { runVersion } from './run-version.ts';

type Dialect = {
  readonly title: string;
  /** Bare `lua` comes last: it may be any version. */
  readonly names: readonly string[];
  /** What `-v` prints. */
  readonly version: RegExp;
  readonly flags: readonly string[];
  readonly package: string;
  readonly formula: string;
};

/** `-E`: environment variables such as LUA_INIT have no say; 5.1 has no such flag, and the sandbox's environment is empty. */
const dialects: Readonly<Record<string, Dialect>> = {
  '5.1': dialectOf('5.1', []),
  '5.3': dialectOf('5.3', ['-E']),
  '5.4': dialectOf('5.4', ['-E']),
  luajit: { title: 'LuaJIT', names: ['luajit'], version: /^LuaJIT (\d+\.\d+(?:\.\S+)?)/, flags: [], package: 'luajit', formula: 'luajit' },
};

function dialectOf(number: string, flags: readonly string[]): Dialect {
  const names = [`lua${number}`, `lua${number.replace('.', '')}`, `lua-${number}`, 'lua'];
  const version = new RegExp(`^Lua (${number.replace('.', '\\.')}(?:\\.\\d+)?)`);
  return { title: `Lua ${number}`, names, version, flags, package: `lua${number}`, formula: number === '5.4' ? 'lua' : `lua@${number}` };
}

/**
 * Finds a Lua of this dialect, 5.4 where none is named: `path` if given, else the system's.
 * Throws AppError `runtime-missing` with the command that installs it.
 */
export async function findLuaRuntime(
  options: { readonly path?: string; readonly dialect?: string } & Abortable = {},
): Promise<FoundRuntime> {
  const wanted = dialects[options.dialect ?? '5.4'];
  if (wanted === undefined) throw new AppError('runtime-missing', `no Lua ${options.dialect ?? ''} can be run`, 'choose another profile');
  const { title, names, flags } = wanted;
  const candidates = options.path === undefined ? await programsNamed(names, process.env) : [options.path];
  const refused: string[] = [];
  for (const file of candidates) {
    options.signal?.throwIfAborted();
    const answer = await runVersion(file, ['-v'], options);
    const version = wanted.version.exec(answer ?? '')?.[1];
    if (version !== undefined) {
      const real = await realFile(file);
      return {
        version,
        spec: {
          id: wanted.package,
          command: [real, ...flags],
          readOnlyPaths: isSystemPath(real) ? [] : [real],
          environment: {},
          hostsForkServer: false,
          memoryLimit: 'address-space',
          compile: ['-e', "io.write(string.dump(assert((loadstring or load)(io.read('*a'), '@probe.lua')), true))"],
        },
      };
    }
    const other = /^Lua(?:JIT)? \S+/.exec(answer ?? '')?.[0];
    refused.push(other === undefined ? `${file} does not run` : `${file} is ${other}`);
  }
  const command = process.platform === 'darwin' ? `brew install ${wanted.formula}` : `sudo apt-get install -y ${wanted.package}`;
  const seen = refused.length === 0 ? '' : ` (${refused.join('; ')})`;
  throw new AppError(
    'runtime-missing',
    options.path === undefined ? `${title} was not found${seen}.` : `${options.path} is not ${title}${seen}.`,
    command,
  );
}

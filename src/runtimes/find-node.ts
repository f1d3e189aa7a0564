import { readFile } from 'node:fs/promises';
import { AppError } from '../domain/app-error.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type FoundRuntime, isSystemPath, programsNamed, realFile } from './found-runtime.ts';
import { runVersion } from './run-version.ts';

const names = ['node', 'nodejs'];
/** The first with everything that the probe uses: `String.prototype.isWellFormed`, dynamic imports in evaluated programs. */
const least = { major: 20, minor: 19 };

/**
 * Finds Node 20.19 or later: `path` if given, else the system's, else the one that runs this program.
 * Throws AppError `runtime-missing` with the command that installs it.
 */
export async function findNodeRuntime(options: { readonly path?: string } & Abortable = {}): Promise<FoundRuntime> {
  const candidates = options.path === undefined ? [...(await programsNamed(names, process.env)), process.execPath] : [options.path];
  const refused: string[] = [];
  for (const file of new Set(candidates)) {
    options.signal?.throwIfAborted();
    const answer = await runVersion(file, ['--version'], options);
    const version = /^v(\d+\.\d+\.\d+)/.exec(answer ?? '')?.[1];
    const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
    if (version !== undefined && (major > least.major || (major === least.major && minor >= least.minor))) {
      const real = await realFile(file);
      return {
        version,
        spec: {
          id: `node${major}`,
          command: [real, ...flags],
          readOnlyPaths: isSystemPath(real) ? [] : [real],
          environment: {},
          hostsForkServer: false,
          memoryLimit: 'data',
          standby: { program: await readFile(new URL('./standby.cjs', import.meta.url), 'utf8'), extension: '.cjs' },
        },
      };
    }
    refused.push(version === undefined ? `${file} does not run` : `${file} is Node ${version}`);
  }
  const command = process.platform === 'darwin' ? 'brew install node' : 'sudo apt-get install -y nodejs';
  const seen = refused.length === 0 ? '' : ` (${refused.join('; ')})`;
  throw new AppError(
    'runtime-missing',
    options.path === undefined ? `Node 20.19 or later was not found${seen}.` : `${options.path} is no Node 20.19 or later${seen}.`,
    command,
  );
}

/** More than any sandbox gives: a program that reaches V8's own limit aborts, which would be taken for a crash of its own. */
const flags = ['--max-old-space-size=2048'];

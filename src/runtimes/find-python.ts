import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../domain/app-error.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type FoundRuntime, isSystemPath, programsNamed, realFile } from './found-runtime.ts';
import { runVersion } from './run-version.ts';

const names = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9', 'python3.8', 'python'];
const question =
  'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable); print(sys.base_prefix); print(sys.implementation.name)';
/** Isolated from the environment, from installed packages and from the working directory; UTF-8 whatever the locale. */
const flags = ['-I', '-S', '-B', '-X', 'utf8'];
/** A virtual environment is there for its packages, which `-S` would leave out. */
const environmentFlags = flags.filter((flag) => flag !== '-S');

/**
 * Finds a Python of at least 3.8: `path`, an interpreter or the folder of a virtual environment, if given, else the system's.
 * Throws AppError `runtime-missing` with the command that installs one.
 */
export async function findPythonRuntime(options: { readonly path?: string } & Abortable = {}): Promise<FoundRuntime> {
  const candidates =
    options.path === undefined ? await programsNamed(names, process.env) : [await interpreterOf(path.resolve(options.path))];
  const refused: string[] = [];
  for (const file of candidates) {
    options.signal?.throwIfAborted();
    const answer = await runVersion(file, ['-I', '-S', '-c', question], options);
    const [version = '', executable = '', prefix = '', implementation = ''] = (answer ?? '').trim().split('\n');
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major === 3 && minor >= 8) {
      const environment = options.path === undefined ? null : await environmentAround(file);
      const interpreter = await realFile(executable || file);
      return found({ file: interpreter, version, prefix, cpython: implementation === 'cpython', environment });
    }
    refused.push(answer === null ? `${file} does not run` : `${file} is Python ${version}`);
  }
  throw missing(options.path, refused);
}

async function interpreterOf(given: string): Promise<string> {
  const isFolder = (await stat(given).catch(() => null))?.isDirectory() === true;
  return isFolder ? path.join(given, 'bin', 'python') : given;
}

/** A virtual environment and the interpreter in it, which must be started by this very name; null where `file` is in none. */
async function environmentAround(file: string): Promise<{ readonly folder: string; readonly interpreter: string } | null> {
  const folder = path.dirname(path.dirname(file));
  try {
    await access(path.join(folder, 'pyvenv.cfg'));
    return { folder, interpreter: file };
  } catch {
    return null;
  }
}

function found(python: {
  readonly file: string;
  readonly version: string;
  readonly prefix: string;
  readonly cpython: boolean;
  readonly environment: { readonly folder: string; readonly interpreter: string } | null;
}): FoundRuntime {
  const { file, version, prefix, cpython, environment } = python;
  const outside = isSystemPath(file) && prefix.startsWith('/usr');
  const own = outside ? [] : [...new Set([prefix, file])].filter((item) => item !== '');
  return {
    version,
    spec: {
      id: `python${version.split('.').slice(0, 2).join('.')}`,
      command: environment === null ? [file, ...flags] : [environment.interpreter, ...environmentFlags],
      readOnlyPaths: environment === null ? own : [...own, environment.folder],
      environment: {},
      hostsForkServer: cpython,
      memoryLimit: 'address-space',
    },
  };
}

function missing(path: string | undefined, refused: readonly string[]): AppError {
  const command = process.platform === 'darwin' ? 'brew install python' : 'sudo apt-get install -y python3';
  const seen = refused.length === 0 ? '' : ` (${refused.join('; ')})`;
  return path === undefined
    ? new AppError('runtime-missing', `No Python 3.8 or later was found${seen}.`, command)
    : new AppError(
        'runtime-missing',
        `${path} is no Python 3.8 or later${seen}.`,
        `Give the path of a Python with --python PATH, or: ${command}`,
      );
}

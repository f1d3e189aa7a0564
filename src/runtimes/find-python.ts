import { AppError } from '../domain/app-error.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type FoundRuntime, isSystemPath, programsNamed, realFile } from './found-runtime.ts';
import { runVersion } from './run-version.ts';

const names = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9', 'python3.8', 'python'];
const question =
  'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable); print(sys.base_prefix); print(sys.implementation.name)';
/** Isolated from the environment, from installed packages and from the working directory; UTF-8 whatever the locale. */
const flags = ['-I', '-S', '-B', '-X', 'utf8'];

/**
 * Finds a Python of at least 3.8: `path` if given, else the system's.
 * Throws AppError `runtime-missing` with the command that installs one.
 */
export async function findPythonRuntime(options: { readonly path?: string } & Abortable = {}): Promise<FoundRuntime> {
  const candidates = options.path === undefined ? await programsNamed(names, process.env) : [options.path];
  const refused: string[] = [];
  for (const file of candidates) {
    options.signal?.throwIfAborted();
    const answer = await runVersion(file, ['-I', '-S', '-c', question], options);
    const [version = '', executable = '', prefix = '', implementation = ''] = (answer ?? '').trim().split('\n');
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major === 3 && minor >= 8)
      return found({ file: await realFile(executable || file), version, prefix, cpython: implementation === 'cpython' });
    refused.push(answer === null ? `${file} does not run` : `${file} is Python ${version}`);
  }
  throw missing(options.path, refused);
}

function found(python: {
  readonly file: string;
  readonly version: string;
  readonly prefix: string;
  readonly cpython: boolean;
}): FoundRuntime {
  const { file, version, prefix, cpython } = python;
  const outside = isSystemPath(file) && prefix.startsWith('/usr');
  return {
    version,
    spec: {
      id: `python${version.split('.').slice(0, 2).join('.')}`,
      command: [file, ...flags],
      readOnlyPaths: outside ? [] : [...new Set([prefix, file])].filter((item) => item !== ''),
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

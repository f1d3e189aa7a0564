import { readFileSync } from 'node:fs';

export const shared = new URL('../../../shared/', import.meta.url);
export const hostileFolder = new URL('hostile/', shared);

export type HostileCase = {
  readonly id: string;
  readonly file: string;
  readonly language: 'python' | 'lua' | 'javascript';
  readonly kind: 'program' | 'control' | 'candidate';
  readonly threat: string;
  readonly expect: { readonly termination: string; readonly accept: readonly string[] };
  readonly check: {
    readonly outputMustNotContain?: string;
    readonly maxWallMs: number;
    readonly exitCode?: number;
    readonly signal?: readonly string[];
    readonly didMustBeEmpty?: boolean;
    readonly didMustInclude?: readonly string[];
    readonly didMustNotInclude?: readonly string[];
    readonly maxProcesses?: number;
    readonly maxSandboxRssMb?: number;
    readonly maxStdoutBytes?: number;
    readonly maxStderrBytes?: number;
    readonly maxWrittenMb?: number;
    readonly maxSupervisorRssGrowthMb?: number;
  };
};

const program = (
  id: string,
  file: string,
  threat: string,
  accept: readonly string[],
  check: Partial<HostileCase['check']>,
): HostileCase => ({
  ...{ id, file, language: 'python', kind: 'program', threat },
  expect: { termination: accept[0] ?? '', accept },
  check: { outputMustNotContain: 'CANARY-SECRET', maxWallMs: 13_000, ...check },
});

const given: readonly HostileCase[] = JSON.parse(readFileSync(new URL('manifest.json', hostileFolder), 'utf8'));

const own: readonly HostileCase[] = [
  program('own-1', 'interrupts-first-process.py', 'sends every signal to its first process', ['ok'], { didMustInclude: ['went on'] }),
  // Where filling it takes long, time may be up first.
  program(
    'own-2',
    'headless-memory.py',
    'holds memory in processes without their first thread',
    ['memory', 'timeout-wall', 'timeout-cpu'],
    {
      didMustBeEmpty: true,
    },
  ),
  program('own-3', 'headless-spin.py', 'spins in a process without its first thread', ['timeout-cpu'], {}),
];

export const hostileCases: readonly HostileCase[] = [...given, ...own];

export const programText = (entry: HostileCase): string =>
  readFileSync(new URL(entry.file, own.includes(entry) ? new URL('./programs/', import.meta.url) : hostileFolder), 'utf8');

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

export const hostileCases: readonly HostileCase[] = JSON.parse(readFileSync(new URL('manifest.json', hostileFolder), 'utf8'));

export const programText = (entry: HostileCase): string => readFileSync(new URL(entry.file, hostileFolder), 'utf8');

import { availableParallelism, loadavg } from 'node:os';
import type { Execution } from '../../src/domain/execution.ts';
import type { HostileCase } from './manifest.ts';
import type { Plant } from './plant.ts';
import type { ProcessCensus } from './process-census.ts';

type Report = { readonly did: readonly string[]; readonly info: Readonly<Record<string, unknown>> };

export function readReports(execution: Execution): Report {
  const did: string[] = [];
  const info: Record<string, unknown> = {};
  for (const line of Buffer.from(execution.stdout).toString('utf8').split('\n')) {
    try {
      const parsed = JSON.parse(line) as { did?: string[]; info?: Record<string, unknown> };
      did.push(...(parsed.did ?? []));
      Object.assign(info, parsed.info);
    } catch {
      // Not a report line: ignored, never trusted.
    }
  }
  return { did, info };
}

/** The manifest's word for an end. */
export function terminationWord(execution: Execution, did: readonly string[]): string {
  const end = execution.termination;
  if (end.type === 'limit')
    return { wall: 'timeout-wall', cpu: 'timeout-cpu', output: 'output-limit', memory: 'memory', processes: 'processes' }[end.limit];
  if (end.type === 'signal') return 'crash';
  if (end.type === 'setup-failed') return `setup-failed: ${end.reason}`;
  if (end.code !== 0) return 'exit';
  return did.length === 0 ? 'blocked' : 'ok';
}

/** The manifest's times are those of an idle machine: on one that others use too, everything takes as much longer. */
export const mostWallMs = ({ check }: HostileCase): number => check.maxWallMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

export type Observed = {
  readonly execution: Execution;
  readonly census: ProcessCensus;
  readonly wallMs: number;
  readonly supervisorGrowthMb: number;
  readonly leftovers: readonly string[];
};

/** Everything in which a run differs from what the manifest demands. */
export function violations(entry: HostileCase, seen: Observed, planted: Plant): string[] {
  const { check, expect } = entry;
  const { execution, census } = seen;
  const { did, info } = readReports(execution);
  const word = terminationWord(execution, did);
  const end = execution.termination;
  const output = [execution.stdout, execution.stderr, execution.result ?? new Uint8Array()]
    .map((part) => Buffer.from(part).toString('latin1'))
    .join('\n');
  const found: string[] = [];
  const demand = (holds: boolean, what: string): void => {
    if (!holds) found.push(what);
  };
  const tolerated = [expect.termination, ...expect.accept];
  demand(tolerated.includes(word) || (word === 'blocked' && tolerated.includes('ok')), `termination ${word}, accepted: ${tolerated}`);
  demand(!output.includes(planted.secret), 'the secret is in the output');
  if (check.outputMustNotContain) demand(!output.includes(check.outputMustNotContain), `output has ${check.outputMustNotContain}`);
  demand(planted.hostFileChange() === null, `host file changed: ${planted.hostFileChange()}`);
  demand(seen.leftovers.length === 0, `left behind: ${seen.leftovers}`);
  demand(seen.wallMs <= mostWallMs(entry), `took ${seen.wallMs} ms`);
  if (check.exitCode !== undefined && end.type === 'exit') demand(end.code === check.exitCode, `exit code ${end.code}`);
  if (check.signal !== undefined && end.type === 'signal') demand(check.signal.includes(end.signal), `signal ${end.signal}`);
  if (check.didMustBeEmpty) demand(did.length === 0, `did ${JSON.stringify(did)}`);
  for (const text of check.didMustInclude ?? [])
    demand(
      did.some((line) => line.includes(text)),
      `did not report ${text}`,
    );
  for (const text of check.didMustNotInclude ?? []) demand(!did.some((line) => line.includes(text)), `did ${text}`);
  const atMost = (value: number, limit: number | undefined, what: string): void =>
    demand(limit === undefined || value <= limit, `${what}: ${value} > ${limit}`);
  atMost(census.maxProcesses, check.maxProcesses, 'processes');
  atMost(census.maxRssBytes / 2 ** 20, check.maxSandboxRssMb, 'MiB resident');
  atMost(execution.stdout.byteLength, check.maxStdoutBytes, 'bytes of stdout');
  atMost(execution.stderr.byteLength, check.maxStderrBytes, 'bytes of stderr');
  atMost(Number(info.writtenMb ?? 0), check.maxWrittenMb, 'MiB written');
  atMost(seen.supervisorGrowthMb, check.maxSupervisorRssGrowthMb, 'MiB growth of the supervisor');
  return found;
}

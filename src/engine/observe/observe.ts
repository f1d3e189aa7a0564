import type { Contract } from '../../domain/contract.ts';
import { bytesOfFiles } from '../../domain/data-files.ts';
import type { Observation } from '../../domain/observation.ts';
import { placeBesideTests } from '../../domain/program-place.ts';
import type { RunFact } from '../../domain/run-event.ts';
import type { Call, SuiteCall } from '../../domain/test.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { SandboxJob, SandboxLimits } from '../../ports/sandbox.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { runJob } from '../run-job.ts';
import { limitsFor } from './limits-for.ts';
import { observeTests } from './observe-tests.ts';

/** Longest piece of stderr that is kept, in characters. */
const stderrCap = 2000;

/** The first look at a candidate is short: most that need longer on small inputs never end. */
export const firstLookSeconds = 1;

/** What observing needs: no model. */
export type ObserveDeps = Pick<EngineDeps, 'language' | 'session' | 'level' | 'random' | 'suite' | 'beside'>;

export type IndexedCall = { readonly index: number; readonly call: Call | SuiteCall };

export type Look = Omit<Extract<RunFact, { type: 'candidate-observe' }>, 'type' | 'candidate' | 'repeat'>;

/** Runs calls, and tests of the person's own file, against a program; whether that is as expected is decided elsewhere. */
export async function observe(
  code: string,
  contract: Contract,
  calls: readonly IndexedCall[],
  cpuSeconds: number,
  deps: ObserveDeps,
  options: Abortable,
): Promise<Look> {
  const probed = calls.flatMap(({ index, call }) => (call.type === 'test' ? [] : [{ index, call }]));
  const tests = calls.flatMap(({ index, call }) => (call.type === 'test' ? [{ index, id: call.id }] : []));
  const look = tests.length > 0 && probed.length === 0 ? null : await observeCalls(code, contract, probed, cpuSeconds, deps, options);
  if (tests.length === 0 && look !== null) return look;
  const ran = await observeTests(code, tests, cpuSeconds, deps, options);
  if (look === null) return ran;
  return {
    ...look,
    integrity: ran.integrity,
    observations: [...look.observations, ...ran.observations],
    sandboxMs: look.sandboxMs + ran.sandboxMs,
  };
}

/** The calls' job, with the files of the project that are there beside the program. */
function jobFor(
  code: string,
  contract: Contract,
  calls: readonly Call[],
  options: { readonly nonce: string; readonly limits: SandboxLimits },
  { language, suite, beside }: ObserveDeps,
): { readonly job: SandboxJob; readonly files: SandboxJob['files'] } {
  const project = suite ?? beside;
  if (project === undefined || language.suites === undefined) return { job: language.probe(code, contract, calls, options), files: {} };
  const { program, siblings, data } = project;
  const runnable = language.suites.besideProgram({ path: program, code }, siblings);
  const place = placeBesideTests({ file: suite?.file ?? program, program });
  return {
    job: language.probe(runnable.code, contract, calls, { ...options, place }),
    files: { ...bytesOfFiles(data), ...runnable.files },
  };
}

async function observeCalls(
  code: string,
  contract: Contract,
  calls: readonly { readonly index: number; readonly call: Call }[],
  cpuSeconds: number,
  deps: ObserveDeps,
  options: Abortable,
): Promise<Look> {
  const nonce = deps.random.hex(16);
  const plain = calls.map(({ call }) => call);
  const { job, files } = jobFor(code, contract, plain, { nonce, limits: limitsFor(cpuSeconds) }, deps);
  const execution = await runJob(deps.session, { ...job, files: { ...files, ...job.files } }, options);
  const observations = deps.language
    .read(execution, plain, { nonce })
    .map((observation): Observation => ({ ...observation, call: calls[observation.call]?.index ?? observation.call }));
  const stderr = new TextDecoder().decode(execution.stderr).slice(-stderrCap);
  return {
    observations,
    cpuSeconds,
    termination: execution.termination,
    ...(stderr === '' ? {} : { stderr }),
    integrity: 'oracle-outside',
    level: deps.level,
    sandboxMs: Math.round(execution.usage.wallMs),
  };
}

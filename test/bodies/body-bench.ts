import { createHash } from 'node:crypto';
import { type BodyGrants, newBodyRun, type RunBodyDeps, runBody } from '../../src/bodies/run-body.ts';
import type { BodyRun } from '../../src/domain/body-run.ts';
import { loadPythonBodies } from '../../src/languages/python/body-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { createHttpBroker } from '../../src/network/http-broker.ts';
import type { SkillBodies } from '../../src/ports/skill-bodies.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type BodyBench = {
  readonly bodies: SkillBodies;
  readonly deps: RunBodyDeps;
  readonly steps: string[];
  /** Runs a body with a request and, by default, with nothing granted; a stored run goes on. */
  readonly run: (code: string, request: string | BodyRun, grants?: Partial<BodyGrants>) => ReturnType<typeof runBody>;
  readonly close: () => Promise<void>;
};

/** Bodies in a real sandbox, with the real broker; decisions take the last option. */
export async function openBodyBench(): Promise<BodyBench> {
  const [sandbox, { spec }, language] = await Promise.all([openBubblewrapSandbox(), findPythonRuntime(), loadPython()]);
  const bodies = await loadPythonBodies(language);
  const steps: string[] = [];
  const deps: RunBodyDeps = {
    ...{ sandbox, bodies, sha256, runtime: spec, broker: createHttpBroker() },
    decide: async ({ question, options }) => ({
      ...{ id: 'd1', question, selected: options.at(-1)?.id ?? '', calibrated: false },
      probabilities: Object.fromEntries(options.map(({ id }, index) => [id, index === options.length - 1 ? 1 : 0])),
    }),
    onStep: (line) => steps.push(line),
  };
  const nothing: BodyGrants = { config: {}, secrets: [], hosts: new Set(), files: new Map() };
  return {
    ...{ bodies, deps, steps },
    run: async (code, request, grants = {}) => {
      const run = typeof request === 'string' ? newBodyRun({ id: 'r1', skill: 'test', hash: 'h', at: 0, request, config: {} }) : request;
      const integration = bodies.integration(code);
      if (!integration.ok) throw new Error(integration.reason);
      return runBody(code, run, integration.value, { ...nothing, ...grants }, deps);
    },
    close: () => sandbox.close(),
  };
}

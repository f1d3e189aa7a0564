import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import type { Execution } from '../../src/domain/execution.ts';
import type { Call } from '../../src/domain/test.ts';
import type { Value } from '../../src/domain/value.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { Language } from '../../src/ports/language.ts';
import { defaultLimits, type Sandbox, type SandboxJob } from '../../src/ports/sandbox.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { pythonRuntime } from '../sandboxes/runtimes.ts';
import { mostWallMs } from './judge.ts';
import { hostileCases, hostileFolder, programText } from './manifest.ts';
import { type Plant, plant } from './plant.ts';
import { ProcessCensus } from './process-census.ts';

const { cases } = JSON.parse(readFileSync(new URL('suite/cases.json', hostileFolder), 'utf8')) as { cases: [number[], number][] };
const calls = cases.map(([xs]): Call => ({ type: 'expression', expression: `solve(${JSON.stringify(xs)})` }));
const expected = cases.map(([, sum]): Value => ({ type: 'int', value: String(sum) }));
const contract: Contract = { language: 'python', entry: { kind: 'function', name: 'solve', parameters: [{ name: 'xs' }] } };
const honest = readFileSync(new URL('suite/honest.py', hostileFolder), 'utf8');

describe('hostile candidates', () => {
  let sandbox: Sandbox;
  let language: Language;
  let planted: Plant;
  beforeAll(async () => {
    [sandbox, language, planted] = await Promise.all([openBubblewrapSandbox(), loadPython(), plant()]);
  });
  afterAll(async () => {
    await sandbox.close();
    await planted.remove();
  });

  const observe = async (code: string, run: (job: SandboxJob) => Promise<Execution>) => {
    const nonce = randomBytes(16).toString('hex');
    const execution = await run(language.probe(code, contract, calls, { nonce, limits: defaultLimits }));
    const values = language.read(execution, calls, { nonce }).map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome));
    return { execution, values };
  };
  const ways = [
    { way: 'in a sandbox of its own', standby: 0, open: async () => (job: SandboxJob) => sandbox.run(pythonRuntime, job) },
    {
      way: 'in a session',
      standby: 1,
      open: async () => {
        const session = await sandbox.open(pythonRuntime, { workers: 1, program: language.probeProgram });
        return (job: SandboxJob) => session.run(job);
      },
    },
  ];

  for (const { way, standby, open } of ways) {
    describe(way, () => {
      let run: (job: SandboxJob) => Promise<Execution>;
      beforeAll(async () => {
        run = await open();
      });
      for (const entry of hostileCases.filter((one) => one.kind === 'candidate')) {
        test(`${entry.id} ${entry.threat}`, async () => {
          const census = new ProcessCensus();
          const started = performance.now();
          const { execution, values } = await observe(programText(entry), run);
          expect(performance.now() - started).toBeLessThan(mostWallMs(entry));
          expect(await census.leftovers(standby)).toEqual([]);
          for (const [index, value] of values.entries()) expect(value).not.toEqual(expected[index]);
          const shown = [execution.stdout, execution.stderr, execution.result]
            .map((part) => Buffer.from(part ?? []).toString('latin1'))
            .join('\n');
          expect(shown).not.toContain(planted.secret);
          expect(shown).not.toContain(entry.check.outputMustNotContain);
          expect(planted.hostFileChange()).toBeNull();
          expect((await observe(honest, run)).values).toEqual(expected);
        });
      }
    });
  }
});

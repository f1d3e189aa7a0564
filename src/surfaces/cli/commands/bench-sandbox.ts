import { availableParallelism } from 'node:os';
import { AppError } from '../../../domain/app-error.ts';
import type { LanguageId } from '../../../domain/contract.ts';
import { type Baseline, isRunnable } from '../../bench/baseline-runner.ts';
import { benchSandbox, type SandboxBenchFigures } from '../../bench/sandbox.ts';
import { javascriptPrograms, luaPrograms, pythonPrograms } from '../../bench/sandbox-programs.ts';
import { cryptoRandom } from '../../crypto-random.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { keepReport } from '../keep-report.ts';
import { numberOption } from '../number-option.ts';
import { languageNamed } from '../program-file.ts';

type Options = { readonly candidates: string; readonly baselineCandidates: string; readonly language?: string };
type Plan = { readonly programs: typeof pythonPrograms; readonly runner: (interpreter: string) => Runner };
type Runner = Pick<Baseline, 'name' | 'command' | 'without'> & { readonly probe: Baseline['command']; readonly install: string };

const plans: Readonly<Partial<Record<LanguageId, Plan>>> = {
  python: {
    programs: pythonPrograms,
    runner: (python) => ({
      name: 'pytest',
      command: [python, '-m', 'pytest', '-q', '--junitxml=report.xml', 'test_candidate.py'],
      probe: [python, '-m', 'pytest', '--version'],
      install: 'sudo apt-get install python3-pytest',
    }),
  },
  lua: {
    programs: luaPrograms,
    runner: () => ({
      name: 'busted',
      command: ['busted', 'candidate_spec.lua'],
      probe: ['busted', '--version'],
      install: 'sudo apt-get install lua-busted',
    }),
  },
  javascript: {
    programs: javascriptPrograms,
    runner: (node) => ({
      name: 'node --test',
      command: [node, '--test', 'candidate.test.mjs'],
      probe: [node, '--version'],
      install: 'sudo apt-get install nodejs',
      // Reading further certificates doubles the time that Node takes to start.
      without: ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'],
    }),
  },
};

/** `anneal bench sandbox`: candidates a second, against one unsandboxed test runner process a candidate. */
export const benchSandboxCommand: CliCommand<Options> = async (context, options) => {
  const { terminal } = context;
  const counts = {
    candidates: numberOption('--candidates', options.candidates, { min: 8, max: 1e6, whole: true }),
    baselineCandidates: numberOption('--baseline-candidates', options.baselineCandidates, { min: 4, max: 1e5, whole: true }),
  };
  const languages: readonly LanguageId[] =
    options.language === undefined ? ['python', 'lua', 'javascript'] : [languageNamed(options.language)];
  const figures: Partial<Record<LanguageId, SandboxBenchFigures>> = {};
  for (const id of languages) figures[id] = await measure(context, id, counts);
  const report = { ...figures, cores: availableParallelism() };
  await keepReport(context, { kind: 'sandbox', title: `${languages.join(', ')}, ${counts.candidates} candidates` }, report);
  if (options.json) terminal.json(report, 2);
  else terminal.data(`${summary(figures)} cores=${report.cores}\n`);
  return 0;
};

async function measure(
  context: CliContext,
  id: LanguageId,
  counts: { candidates: number; baselineCandidates: number },
): Promise<SandboxBenchFigures> {
  const { deps, terminal, signal } = context;
  const plan = plans[id];
  if (plan === undefined)
    throw new AppError('bad-input', `there is no throughput measurement for ${id}`, 'anneal bench sandbox --language python');
  const { values } = await deps.settings({});
  const runtime = await deps.runtime(id, values);
  const { probe, install, ...runner } = plan.runner(runtime.spec.command[0]);
  if (!(await isRunnable(probe, { signal }))) throw new AppError('runtime-missing', `${runner.name} is not installed`, install);
  const language = await deps.language(id);
  const session = await (await deps.sandbox(values)).open(runtime.spec, { signal, program: language.probeProgram });
  terminal.note(`${id}: ${counts.candidates} candidates in the sandbox, ${counts.baselineCandidates} with ${runner.name}`);
  try {
    const { programs } = plan;
    const baseline: Baseline = { ...runner, files: programs.files };
    return await benchSandbox(
      { id, language, session, baseline, program: programs.program, calls: programs.calls },
      counts,
      {
        random: cryptoRandom,
        now: () => performance.now(),
        onProgress: (done, total) => terminal.note(`${id}: ${done} of ${total}`),
      },
      { signal },
    );
  } finally {
    await session.close();
  }
}

function summary(figures: Partial<Record<LanguageId, SandboxBenchFigures>>): string {
  return Object.entries(figures)
    .map(([id, { candidatesPerSecond, baselinePerSecond, ratio, mismatches }]) =>
      [
        `${id}PerSecond=${candidatesPerSecond.toFixed(1)}`,
        `${id}BaselinePerSecond=${baselinePerSecond.toFixed(2)}`,
        `${id}Ratio=${ratio.toFixed(1)}`,
        `${id}Mismatches=${mismatches}`,
      ].join(' '),
    )
    .join(' ');
}

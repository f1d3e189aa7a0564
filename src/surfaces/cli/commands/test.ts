import { AppError } from '../../../domain/app-error.ts';
import type { SuiteResult, SuiteTest } from '../../../domain/suite.ts';
import { runSuite } from '../../../engine/suite/run-suite.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';
import { assumption, openSuite } from '../tests/open-suite.ts';

type Options = SandboxFlags & { readonly language?: string; readonly tests?: string };

/** `anneal test FILE --tests FILE`: partial credit and integrity; exit code 0 only when every test passed. */
export const testCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  if (options.tests === undefined) throw new AppError('usage', 'anneal test needs a test file', `anneal test ${file} --tests test_${file}`);
  const settings = await sandboxSettings(context, options);
  const suite = await openSuite(context, file, { ...options, tests: options.tests }, settings);
  try {
    const result = await runSuite(suite.program.code, suite.tests, suite.tools, { signal: context.signal });
    if (result.assumed !== null) context.terminal.alert(`warning: ${assumption(result.assumed, file)}`, 'yellow');
    const { outcome, passed, total, tests, integrity, tampered, sandboxMs } = result;
    const { level, missing } = suite;
    if (options.json) context.terminal.json({ outcome, passed, total, tests, integrity, tampered, level, missing, sandboxMs }, 2);
    else show(context, result, level);
    return outcome === 'passed' ? 0 : 1;
  } finally {
    await suite.close();
  }
};

const marks: Readonly<Record<SuiteTest['outcome'], string>> = {
  passed: 'ok     ',
  failed: 'FAILED ',
  skipped: 'skipped',
  missing: 'no result',
};

function show({ terminal }: CliContext, result: SuiteResult, level: string): void {
  for (const { id, outcome, message, line, integrity } of result.tests) {
    const beside = integrity === 'shared' ? ' (shared)' : '';
    terminal.data(`${marks[outcome]} ${id}${beside}\n`);
    if (outcome !== 'passed' && message !== null) {
      terminal.data(`        ${line === null ? '' : `line ${line}: `}${message.split('\n').slice(0, 6).join('\n        ')}\n`);
    }
  }
  const style = result.outcome === 'passed' ? 'green' : 'red';
  terminal.data(`${result.passed}/${result.total}\n`);
  terminal.note(`${result.outcome} · ${result.passed}/${result.total} · integrity ${result.integrity} · sandbox ${level}`, style);
  if (result.tampered) terminal.alert('the program attacked the run: nothing that it reported counts', 'red');
  else if (result.integrity === 'shared') {
    terminal.note('shared: some tests ran beside the program, so a hostile one could forge them; twins of the tests watch for it', 'dim');
  }
}

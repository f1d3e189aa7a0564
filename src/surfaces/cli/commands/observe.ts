import { randomBytes } from 'node:crypto';
import { AppError } from '../../../domain/app-error.ts';
import type { Contract, Entry, LanguageId } from '../../../domain/contract.ts';
import type { Observation } from '../../../domain/observation.ts';
import type { Call } from '../../../domain/test.ts';
import type { Language } from '../../../ports/language.ts';
import { defaultLimits } from '../../../ports/sandbox.ts';
import type { CliCommand } from '../cli-context.ts';
import { readProgramFile } from '../program-file.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';

type Options = SandboxFlags & { readonly language?: string; readonly call: readonly string[] };

/** `anneal observe FILE -c CALL…`: one sandbox run, inputs only; prints what each call did. */
export const observeCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  const { deps, terminal, signal } = context;
  const settings = await sandboxSettings(context, options);
  const program = await readProgramFile(file, options.language);
  const language = await deps.language(program.language);
  const calls = options.call.map((text) => readCall(language, text));
  const contract = contractOf(program.language, calls);
  const runtime = await deps.runtime(program.language, settings);
  const sandbox = await deps.sandbox(settings);
  const nonce = randomBytes(16).toString('hex');
  const limits = { ...defaultLimits, cpuSeconds: settings.timeout, wallSeconds: settings.timeout + 1 };
  const execution = await sandbox.run(runtime.spec, language.probe(program.code, contract, calls, { nonce, limits }), { signal });
  if (execution.termination.type === 'setup-failed') {
    throw new AppError('sandbox-failed', `the sandbox could not start: ${execution.termination.reason}`, 'anneal sandbox probe');
  }
  const observations = language.read(execution, calls, { nonce });
  const stderr = new TextDecoder().decode(execution.stderr);
  if (options.json) {
    const { termination, usage } = execution;
    terminal.json({ observations, calls: options.call, termination, usage, stderr, level: sandbox.level, integrity: 'oracle-outside' }, 2);
    return 0;
  }
  for (const [index, observation] of observations.entries()) {
    terminal.data(`${options.call[index] ?? ''} -> ${describe(language, observation)}\n`);
  }
  if (stderr.trim() !== '') terminal.note(stderr.trimEnd(), 'dim');
  return 0;
};

function readCall(language: Language, text: string): Call {
  if (!/^\s*stdin\s*:/.test(text)) return { type: 'expression', expression: text.trim() };
  const reading = language.parseExample(`${text.trim()} -> ""`, null);
  if (reading.ok) return reading.value.call;
  throw new AppError('bad-input', `--call ${JSON.stringify(text)}: ${reading.reason}`, 'for a program write -c \'stdin: "3 4\\n"\'');
}

/** The entry that the calls use; a file whose calls name none is a program or a bag of names. */
function contractOf(language: LanguageId, calls: readonly Call[]): Contract {
  const [first] = calls;
  if (first?.type === 'program') return { language, entry: { kind: 'script' } };
  const name = first?.type === 'expression' ? /^([A-Za-z_]\w*)\s*\(/.exec(first.expression)?.[1] : undefined;
  const entry: Entry = name === undefined ? { kind: 'module', exports: [] } : { kind: 'function', name, parameters: [] };
  return { language, entry };
}

function describe(language: Language, { outcome, stdout, argumentsAfter }: Observation): string {
  const printed = stdout === undefined ? '' : `   printed ${JSON.stringify(stdout)}`;
  const changed =
    argumentsAfter === undefined ? '' : `   arguments after: ${argumentsAfter.map((value) => language.formatValue(value)).join(', ')}`;
  return `${describeOutcome(language, outcome)}${printed}${changed}`;
}

function describeOutcome(language: Language, outcome: Observation['outcome']): string {
  switch (outcome.type) {
    case 'value':
      return language.formatValue(outcome.value);
    case 'raised':
      return `raised ${outcome.error}: ${outcome.message}`;
    case 'limit':
      return `stopped at the ${outcome.limit} limit`;
    case 'missing':
      return `no result: ${outcome.reason}`;
  }
}

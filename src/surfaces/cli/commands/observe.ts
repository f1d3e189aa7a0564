import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { Call } from '../../../domain/test.ts';
import type { Language } from '../../../ports/language.ts';
import { defaultLimits } from '../../../ports/sandbox.ts';
import { contractOf, describeObserved, readCall, readContext } from '../../observed-calls.ts';
import type { CliCommand } from '../cli-context.ts';
import { readProgramFile } from '../program-file.ts';
import { readInputFile } from '../read-input-file.ts';
import { checkProfile } from '../run-options.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';

type Options = SandboxFlags & { readonly language?: string; readonly profile?: string; readonly call: readonly string[] };

/** `anneal observe FILE -c CALL…`: one sandbox run, inputs only; prints what each call did. */
export const observeCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  const { deps, terminal, signal } = context;
  const settings = await sandboxSettings(context, options);
  const program = await readProgramFile(file, options.language);
  checkProfile(options.profile, program.language, deps.profiles);
  const language = await deps.language(program.language, options.profile);
  const calls = await Promise.all(options.call.map((text) => readCallOrFile(language, text, context.workingFolder)));
  const contract = contractOf(language, calls);
  const runtime = await deps.runtime(program.language, settings, options.profile);
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
    // One line a call: neither a call nor what a program says may look like another line.
    const line = `${options.call[index] ?? ''} -> ${describeObserved(language, observation)}`;
    terminal.data(`${printableLine(line, Number.POSITIVE_INFINITY)}\n`);
  }
  for (const line of stderr.trimEnd().split('\n')) if (stderr.trim() !== '') terminal.note(`stderr  ${line}`, 'dim');
  return 0;
};

const maxContextBytes = 256 * 1024;

/** A call as it stands, or `@FILE` with the data for a program that answers from data. */
async function readCallOrFile(language: Language, text: string, workingFolder: string): Promise<Call> {
  if (!text.startsWith('@')) return readCall(language, text, '--call');
  const source = await readInputFile(resolve(workingFolder, text.slice(1)), { what: 'context', maxBytes: maxContextBytes });
  return { type: 'context', context: readContext(language, source, `--call ${JSON.stringify(printableLine(text, 120))}`) };
}

import { AppError } from '../../../domain/app-error.ts';
import type { Execution } from '../../../domain/execution.ts';
import { defaultLimits } from '../../../ports/sandbox.ts';
import type { CliCommand } from '../cli-context.ts';
import { type ProgramFile, readProgramFile } from '../program-file.ts';
import { readInputFile } from '../read-input-file.ts';
import { readStandardInput } from '../read-standard-input.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';

type Options = SandboxFlags & { readonly language?: string; readonly stdin?: string; readonly arg?: readonly string[] };
const maxStdinBytes = 16 * 1024 * 1024;

/** `anneal sandbox run FILE`: the execution as JSON. A program that misbehaves is a result, so the exit code stays 0. */
export const sandboxRunCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  const { deps, terminal, signal } = context;
  const settings = await sandboxSettings(context, options);
  const program = await readProgramFile(file, options.language);
  const runtime = await deps.runtime(program.language, settings);
  const sandbox = await deps.sandbox(settings);
  const main = mainFile(file, program);
  const execution = await sandbox.run(
    runtime.spec,
    {
      files: { [main]: program.code },
      main,
      args: options.arg ?? [],
      stdin: await readStdin(context, options.stdin),
      wantsResult: false,
      limits: { ...defaultLimits, cpuSeconds: settings.timeout, wallSeconds: settings.timeout + 1 },
    },
    { signal },
  );
  terminal.json({ ...shown(execution), level: sandbox.level, missing: sandbox.missing, runtime: runtime.version }, 2);
  return execution.termination.type === 'setup-failed' ? 6 : 0;
};

/** What the interpreter takes the program for is decided by the file's name. */
function mainFile(file: string, { code, language }: ProgramFile): string {
  switch (language) {
    case 'python':
      return 'main.py';
    case 'lua':
      return 'main.lua';
    case 'javascript': {
      const isModule = file.endsWith('.mjs') || (!file.endsWith('.cjs') && /^\s*(?:import\b(?!\s*\()|export\b)/m.test(code));
      return isModule ? 'main.mjs' : 'main.cjs';
    }
    case 'typescript':
      throw new AppError('bad-input', `${file}: a sandbox runs JavaScript, not TypeScript`, `compile it first: npx tsc ${file}`);
  }
}

async function readStdin(context: Parameters<typeof sandboxRunCommand>[0], source: string | undefined): Promise<string> {
  if (source === undefined) return '';
  if (source === '-') return readStandardInput(context.stdin, maxStdinBytes, context.signal);
  return readInputFile(source, { what: 'standard input', maxBytes: maxStdinBytes });
}

function shown({ termination, stdout, stderr, truncated, usage }: Execution) {
  const text = (bytes: Uint8Array) => new TextDecoder('utf-8').decode(bytes);
  return { termination, stdout: text(stdout), stderr: text(stderr), truncated, usage };
}

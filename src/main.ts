import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { backends } from './composition/backends.ts';
import { connect } from './composition/connect.ts';
import { howToCall } from './surfaces/cli/invocation.ts';
import { runCommandLine } from './surfaces/cli/run-command-line.ts';

/** Runs one command of the `anneal` bin and ends the process with its exit code. */
export async function start(argv: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr, env } = process;
  const bin = fileURLToPath(new URL('../bin/anneal.js', import.meta.url));
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  const workingFolder = process.cwd();
  const invocation = howToCall(bin, workingFolder, env.PATH ?? '');
  const exitCode = await runCommandLine(argv, {
    stdin,
    stdout,
    stderr,
    environment: env,
    workingFolder,
    invocation,
    version,
    backends,
    connect: (given) => connect({ ...given, environment: env, workingFolder, invocation }),
  });
  // All is closed by now; a library's idle handle must not keep the person waiting.
  process.exit(exitCode);
}

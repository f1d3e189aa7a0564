import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Execution, Termination } from '../../src/domain/execution.ts';
import type { RuntimeSpec, SandboxJob } from '../../src/ports/sandbox.ts';

/** Runs a job with the real interpreter and the result channel as a pipe, without any protection: for our own programs only. */
export async function runBare(runtime: RuntimeSpec, job: SandboxJob): Promise<Execution> {
  const folder = await mkdtemp(path.join(tmpdir(), 'anneal-test-'));
  try {
    for (const [name, content] of Object.entries(job.files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    const [command, ...leading] = runtime.command;
    const child = spawn(command, [...leading, job.main, ...job.args], {
      cwd: folder,
      env: runtime.environment,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const [stdout, stderr, result] = [1, 2, 3].map((index) => collect(child.stdio[index] as NodeJS.ReadableStream));
    child.stdin?.on('error', () => undefined).end(job.stdin);
    let limited = false;
    const timer = setTimeout(() => {
      limited = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, job.limits.wallSeconds * 1000);
    const termination = await new Promise<Termination>((resolve) => {
      child.on('exit', (code, signal) =>
        resolve(
          limited ? { type: 'limit', limit: 'wall' } : code === null ? { type: 'signal', signal: signal ?? '' } : { type: 'exit', code },
        ),
      );
    });
    clearTimeout(timer);
    // Children that a candidate left behind keep the pipes open.
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them are gone.
    }
    const settle = async (chunks: Promise<Uint8Array> | undefined): Promise<Uint8Array> =>
      (await Promise.race([chunks, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 2000))])) ?? new Uint8Array();
    return {
      termination,
      stdout: await settle(stdout),
      stderr: await settle(stderr),
      result: await settle(result),
      truncated: false,
      usage: { wallMs: 0, cpuMs: 0, maxRssBytes: 0 },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function collect(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

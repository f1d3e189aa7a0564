import { randomBytes } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { RuntimeSpec, Sandbox, SandboxJob, SandboxLimits } from '../ports/sandbox.ts';
import { findExecutable } from './host/find-executable.ts';
import { createTemporaryFolder } from './host/temporary-folder.ts';

export type CanaryResult = { readonly name: string; readonly contained: boolean; readonly detail: string };

const shellRuntime: RuntimeSpec = {
  id: 'sh',
  command: ['/bin/sh'],
  readOnlyPaths: [],
  environment: {},
  hostsForkServer: false,
  memoryLimit: 'address-space',
};

const limits: SandboxLimits = {
  ...{ cpuSeconds: 2, wallSeconds: 3, memoryBytes: 256 * 2 ** 20, processes: 64 },
  ...{ outputBytes: 64 * 1024, resultBytes: 64 * 1024 },
};

/** What is planted outside, and can be reached unless the sandbox holds. */
type Bait = { readonly folder: string; readonly secretFile: string; readonly hostFile: string; readonly port: number };

async function withBait<T>(use: (bait: Bait, secret: string) => Promise<T>): Promise<T> {
  const folder = await createTemporaryFolder('bait');
  const secret = randomBytes(16).toString('hex');
  const bait = { folder, secretFile: join(folder, 'secret'), hostFile: join(folder, 'host') };
  const server = createServer((socket) => socket.destroy());
  try {
    await writeFile(bait.secretFile, `${secret}\n`);
    await writeFile(bait.hostFile, 'untouched');
    await Promise.all([chmod(folder, 0o777), chmod(bait.hostFile, 0o666)]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return await use({ ...bait, port: typeof address === 'object' && address !== null ? address.port : 0 }, secret);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const quickScript = `
read -r secret < "$1"; echo "read=$secret"
{ echo changed > "$2"; } 2>/dev/null
{ true > /usr/anneal-canary; } 2>/dev/null && echo write=/usr
while read -r key value _; do case "$key" in Seccomp:|NoNewPrivs:|CapEff:) echo "$key$value";; esac; done < /proc/self/status
[ -n "$ANNEAL_CANARY" ] && echo "environment=$ANNEAL_CANARY"
exit 0
`;

/**
 * The few canaries that fit into a start: null when the sandbox holds, else what is wrong with it. Takes one job.
 * Throws what the sandbox throws.
 */
export async function runQuickCanaries(sandbox: Sandbox, signal?: AbortSignal): Promise<string | null> {
  return await withBait(async (bait, secret) => {
    const job: SandboxJob = {
      files: { 'canary.sh': quickScript },
      main: 'canary.sh',
      args: [bait.secretFile, bait.hostFile],
      ...{ stdin: '', wantsResult: false, limits },
    };
    const execution = await sandbox.run(shellRuntime, job, signal ? { signal } : {});
    if (execution.termination.type === 'setup-failed') return execution.termination.reason;
    const seen = Buffer.from(execution.stdout).toString('utf8');
    if (seen.includes(secret)) return 'a program in it can read files of the host';
    if ((await readFile(bait.hostFile, 'utf8')) !== 'untouched' || seen.includes('write='))
      return 'a program in it can write files of the host';
    const facts = ['Seccomp:2', 'NoNewPrivs:1'];
    if (!facts.every((fact) => seen.includes(fact)) || !/CapEff:0+\n/.test(seen))
      return `a program in it keeps privileges: ${seen.trim() || 'no answer'}`;
    return null;
  });
}

/** One canary a threat, each in a sandbox of its own, in Python where there is one. */
export async function runAllCanaries(sandbox: Sandbox, signal?: AbortSignal): Promise<CanaryResult[]> {
  const python = await findExecutable(['/usr/bin/python3', '/usr/local/bin/python3']);
  if (python === null) {
    const problem = await runQuickCanaries(sandbox, signal);
    return [{ name: 'read and write', contained: problem === null, detail: problem ?? 'refused' }];
  }
  const runtime: RuntimeSpec = { ...shellRuntime, id: 'python3', command: [python, '-I', '-S'] };
  const source = await readFile(new URL('./canary.py', import.meta.url), 'utf8');
  return await withBait(async (bait, secret) => {
    const results: CanaryResult[] = [];
    for (const name of ['read', 'connect', 'fork', 'allocate', 'write', 'inodes'] as const) {
      const args = [name, bait.secretFile, bait.hostFile, String(bait.port)];
      const job: SandboxJob = { files: { 'canary.py': source }, main: 'canary.py', args, stdin: '', wantsResult: false, limits };
      const execution = await sandbox.run(runtime, job, signal ? { signal } : {});
      const said = Buffer.from(execution.stdout).toString('utf8').trim();
      const untouched = (await readFile(bait.hostFile, 'utf8')) === 'untouched';
      const end = execution.termination;
      const contained = untouched && !said.includes(secret) && (said.startsWith('contained') || end.type === 'limit');
      results.push({
        name,
        contained,
        detail: said.replace(secret, '…') || (end.type === 'limit' ? `stopped at the ${end.limit} limit` : JSON.stringify(end)),
      });
    }
    return results;
  });
}

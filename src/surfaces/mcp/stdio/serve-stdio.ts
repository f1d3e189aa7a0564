import { pipeline } from 'node:stream';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../create-mcp-server.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { checkedLines } from './checked-lines.ts';
import { guardStdout } from './guard-stdout.ts';

export type StdioOptions = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly signal: AbortSignal;
};

/**
 * Serves one client over standard input and output until it closes its end, or `signal` aborts. Runs that it still waited for
 * have ended as cancelled when this resolves.
 */
export async function serveOnStdio(deps: McpDeps, { stdin, stdout, stderr, signal }: StdioOptions): Promise<void> {
  const protocol = guardStdout(stdout, stderr);
  const lines = checkedLines((refusal) => void protocol.write(`${JSON.stringify(refusal)}\n`));
  pipeline(stdin, lines, (error) => {
    if (error != null && !signal.aborted) deps.warn(`standard input: ${error.message}`);
  });
  const transport = new StdioServerTransport(lines, protocol);
  const handle = serve(() => createMcpServer(deps), { transport, onerror: (error) => deps.warn(error.message) });
  await new Promise<void>((resolve) => {
    lines.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await handle.close();
  await deps.calls.drained();
}

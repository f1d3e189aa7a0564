import type { RuntimeSpec, Sandbox } from '../../src/ports/sandbox.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { openSubprocessSandbox } from '../../src/sandboxes/subprocess/subprocess-sandbox.ts';
import { describeSandbox, type Runner } from './sandbox.ts';

const single = (open: () => Promise<Sandbox>) => async (runtime: RuntimeSpec) => {
  const sandbox = await open();
  const run: Runner = (job, options) => sandbox.run(runtime, job, options);
  return { run, close: () => sandbox.close() };
};
const session = (open: () => Promise<Sandbox>) => async (runtime: RuntimeSpec) => {
  const sandbox = await open();
  const opened = await sandbox.open(runtime, { workers: 1 });
  const run: Runner = (job, options) => opened.run(job, options);
  return { run, close: () => sandbox.close() };
};
const withoutLauncher = (): Promise<Sandbox> => openBubblewrapSandbox({ launcherPython: null });

const unnoticed = 'nobody inside sees the request that was refused';
const sampled = 'memory is sampled from the host, between two samples it can be used up';
const direct = {
  'says memory when one request was larger than the limit': unnoticed,
  'says memory when step by step the limit was met': sampled,
  'lets programs use event loops, threads and child processes': 'socket pairs are denied where nobody counts them',
  'names the signal of a crash': 'the program is pid 1, which the kernel shields from its own signals',
  'reports exit codes as the interpreter does': 'the program is pid 1, which the kernel shields from its own signals',
};

describeSandbox(
  'bubblewrap, one job',
  single(() => openBubblewrapSandbox()),
);
describeSandbox(
  'bubblewrap, session',
  session(() => openBubblewrapSandbox()),
);
describeSandbox('bubblewrap without a launcher', single(withoutLauncher), direct);
describeSandbox('subprocess', single(openSubprocessSandbox), {
  'says memory when one request was larger than the limit': unnoticed,
  'says memory when step by step the limit was met': sampled,
  'sums CPU over processes that replace each other': 'level L0: they are adopted outside',
  'gives no way to the network': 'level L0',
});

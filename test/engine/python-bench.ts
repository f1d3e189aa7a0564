import { loadPython } from '../../src/languages/python/python-language.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import type { Bench } from './run-search.ts';

/** Python in a real sandbox. */
export async function openPythonBench(): Promise<{ readonly bench: Bench; readonly close: () => Promise<void> }> {
  const sandbox = await openBubblewrapSandbox();
  const { spec } = await findPythonRuntime();
  const language = await loadPython();
  const session = await sandbox.open(spec, { program: language.probeProgram });
  return {
    bench: { language, session },
    close: async () => {
      await session.close();
      await sandbox.close();
    },
  };
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openBroker } from './real-servers/broker.ts';

/** Builds dist/ where tests run the bin, and offers real model servers, which start when a test asks for one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildForTheBin();
  const broker = await openBroker();
  project.provide('realServers', broker.url);
  return broker.close;
}

/** Tests of the bin and of the page use what is in dist/: build it once, unless only other folders were asked for. */
function buildForTheBin(): void {
  const asked = process.argv.slice(2).filter((argument) => argument.includes('test/'));
  if (asked.length > 0 && !asked.some((argument) => /test\/(?:cli|web)/.test(argument))) return;
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('dist/ could not be built');
}

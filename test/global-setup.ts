import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Tests of the bin run what is in dist/: build it once, unless only other folders were asked for. */
export function setup(): void {
  const asked = process.argv.slice(2).filter((argument) => argument.includes('test/'));
  if (asked.length > 0 && !asked.some((argument) => argument.includes('test/cli'))) return;
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('dist/ could not be built');
}

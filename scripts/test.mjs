// The test command: builds, runs the checks and every test, and ends with one line `tests: N passed, N failed`.
// A failed check counts as one failed test. Arguments go to vitest: `npm test -- test/cli`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const report = join(mkdtempSync(join(tmpdir(), 'anneal-test-')), 'report.json');

const node = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;

const built = node(['scripts/build.mjs', '--if-stale']);
const failedChecks = [...(built === 0 ? [] : ['build']), ...runChecks()];
const ran = node([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);

// Asked of a part of the tests, this one is not meant.
if (process.argv.length === 2 && built === 0 && node(['scripts/check-api.mjs', '--in-test']) !== 0) failedChecks.push('check-api');

const { passed, failed, skipped } = readCounts();
rmSync(join(report, '..'), { recursive: true, force: true });
if (failedChecks.length > 0) console.log(`failed checks: ${failedChecks.join(', ')}`);
// A run that ended badly without a failed test (a file that does not load, an unhandled error) is a failure too.
const allFailed = Math.max(failed, ran === 0 ? 0 : 1) + failedChecks.length;
// A test that looked for a program which is not here (zsh, fish, a mount) has shown nothing: say which.
if (skipped.length > 0) console.log(`skipped: ${skipped.length}\n${skipped.map((name) => `  ${name}`).join('\n')}`);
console.log(`tests: ${passed} passed, ${allFailed} failed`);
process.exit(allFailed === 0 ? 0 : 1);

function readCounts() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // The tests of a file that does not load are in no count: such a file is one failed test.
    const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
    const skipped = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending').map(({ fullName }) => fullName),
    );
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: [] };
  }
}

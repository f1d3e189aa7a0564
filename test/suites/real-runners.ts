import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a framework's own runner makes of one project: its tests by the ids that ours have. */
export type RealResult = { readonly ok: boolean; readonly tests: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>> };

type Found = { readonly id: string; readonly outcome: 'passed' | 'failed' | 'skipped' };

const started = (command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:NODE_TEST|VITEST|NODE_OPTIONS)/.test(name)));
  return spawnSync(command, [...args], { cwd, env: { ...inherited, ...env }, encoding: 'utf8', timeout: 120_000 });
};

const isThere = (command: string, ...args: string[]): boolean => started(command, args, '/').status === 0;

/** Runs the tests of a project with the real runner; null where that is not installed. */
export const realRunners: Readonly<Record<string, ((project: string, tests: string) => RealResult) | null>> = {
  vitest: (project, tests) => {
    symlinkSync(new URL('../../node_modules', import.meta.url), join(project, 'node_modules'));
    const out = join(project, 'anneal-results.json');
    const main = join(project, 'node_modules/vitest/vitest.mjs');
    // Elsewhere than in CI, snapshots that are not there are written, and pass.
    writeFileSync(join(project, 'vitest.config.mjs'), 'export default {};\n');
    const args = [main, 'run', '--root', project, '--allowOnly', '--reporter=json', `--outputFile=${out}`, tests];
    const { status, stderr } = started(process.execPath, args, project, { CI: '1' });
    const read = JSON.parse(readFileSync(out, 'utf8')) as {
      testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
    };
    const found = read.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status: outcome }) => ({
        id: [...ancestorTitles, title].join(' > '),
        outcome: outcome === 'passed' || outcome === 'failed' ? outcome : 'skipped',
      })),
    ) as Found[];
    if (found.length === 0) throw new Error(stderr);
    return resultOf(status === 0, found);
  },
  'node:test': (project, tests) => {
    const reporter = join(project, 'anneal-reporter.mjs');
    writeFileSync(reporter, nodeReporter);
    const { status, stdout } = started(process.execPath, ['--test-reporter', reporter, tests], project);
    return resultOf(status === 0, linesOf(stdout));
  },
  pytest: isThere('pytest-3', '--version')
    ? (project, tests) => {
        writeFileSync(join(project, 'anneal_plugin.py'), pytestPlugin);
        const args = ['-q', '-s', '-p', 'no:cacheprovider', '-p', 'anneal_plugin', '--rootdir', project, tests];
        const { status, stderr } = started('pytest-3', args, project, { PYTHONPATH: project, PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' });
        return resultOf(status === 0, linesOf(stderr));
      }
    : null,
  unittest: (project, tests) => {
    writeFileSync(join(project, 'anneal_unittest.py'), unittestRunner);
    const { status, stdout } = started('python3', ['-B', 'anneal_unittest.py', tests], project);
    return resultOf(status === 0, linesOf(stdout));
  },
  busted: isThere('busted', '--version')
    ? (project, tests) => {
        mkdirSync(join(project, 'anneal'), { recursive: true });
        writeFileSync(join(project, 'anneal/handler.lua'), bustedHandler);
        const { status, stdout } = started('busted', ['-o', 'anneal.handler', tests], project);
        return resultOf(status === 0, linesOf(stdout));
      }
    : null,
};

/** Lines `=> JSON`. */
function linesOf(text: string): readonly Found[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf('=> {');
    return at < 0 ? [] : [JSON.parse(line.slice(at + 3)) as Found];
  });
}

/** The worst that was said of a test counts. */
function resultOf(ok: boolean, found: readonly Found[]): RealResult {
  const tests: Record<string, Found['outcome']> = {};
  for (const { id, outcome } of found) if (tests[id] !== 'failed') tests[id] = outcome;
  return { ok, tests };
}

/** Subtests count with the test that holds them, as they do with us. */
const nodeReporter = `
export default async function* (source) {
  const above = [];
  const told = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') above[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details?.type === 'suite';
    const skipped = data.skip !== undefined || data.todo !== undefined;
    told.push({ names: [...above.slice(0, data.nesting), data.name], isSuite, outcome: skipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed' });
  }
  const suites = new Set(told.flatMap(({ names, isSuite }) => (isSuite ? [JSON.stringify(names)] : [])));
  for (const { names, isSuite, outcome } of told) {
    if (isSuite || names.some((_name, index) => index > 0 && !suites.has(JSON.stringify(names.slice(0, index))))) continue;
    yield '=> ' + JSON.stringify({ id: names.join(' > '), outcome }) + '\\n';
  }
}
`;

const pytestPlugin = `
import json, sys

def pytest_runtest_logreport(report):
    if report.when != "call" and report.outcome == "passed":
        return
    outcome = "passed" if hasattr(report, "wasxfail") and report.outcome == "skipped" else report.outcome
    sys.stderr.write("=> " + json.dumps({"id": report.nodeid.split("::", 1)[1], "outcome": outcome}) + "\\n")
`;

const unittestRunner = `
import importlib.util, json, os, sys, unittest

path = os.path.abspath(sys.argv[1])
sys.path[:0] = [os.getcwd(), os.path.dirname(path)]
spec = importlib.util.spec_from_file_location("test_candidate", path)
module = importlib.util.module_from_spec(spec)
sys.modules["test_candidate"] = module
spec.loader.exec_module(module)

class Result(unittest.TestResult):
    def tell(self, test, outcome):
        parent = getattr(test, "test_case", test)
        method = getattr(parent, "_testMethodName", None)
        if method is not None:
            print("=> " + json.dumps({"id": type(parent).__name__ + "::" + method, "outcome": outcome}))

    def addSuccess(self, test):
        super().addSuccess(test)
        self.tell(test, "passed")

    def addError(self, test, err):
        super().addError(test, err)
        self.tell(test, "failed")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.tell(test, "failed")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        # A part that is skipped leaves the rest of its test.
        self.tell(test, "passed" if hasattr(test, "test_case") else "skipped")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.tell(test, "failed")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.tell(test, "passed")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.tell(test, "failed")

result = Result()
unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
sys.exit(0 if result.wasSuccessful() else 1)
`;

const bustedHandler = `
return function()
  local busted = require("busted")
  local handler = require("busted.outputHandlers.base")()
  local words = { success = "passed", pending = "skipped" }
  function handler.testEnd(element, _, status)
    local id = handler.getFullName(element):gsub('[\\\\"]', "\\\\%0")
    io.stdout:write('=> {"id":"' .. id .. '","outcome":"' .. (words[status] or "failed") .. '"}\\n')
    return nil, true
  end
  busted.subscribe({ "test", "end" }, handler.testEnd)
  return handler
end
`;

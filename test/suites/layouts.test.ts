import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { readTestFile } from '../../src/surfaces/cli/tests/read-test-file.ts';
import { openSuiteBench, outcomes, type SuiteBench } from './running.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-layouts-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const loaders = { python: loadPython, lua: loadLua, javascript: loadJavaScript };
type Layout = {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly program: string;
  readonly tests: string;
  readonly expected: Readonly<Record<string, string>>;
  /** Files of the project that the sandbox must not see. */
  readonly unseen?: readonly string[];
};

const layouts: Readonly<Record<keyof typeof loaders, readonly Layout[]>> = {
  python: [
    {
      name: 'a package with tests beside it, imported by its full name and by relative imports',
      files: {
        'pkg/__init__.py': 'from .calc import add\n',
        'pkg/calc.py': 'from .helper import one\ndef add(a, b):\n    return a + b + one() - 1\n',
        'pkg/helper.py': 'def one():\n    return 1\n',
        'tests/test_calc.py':
          'import pytest\nfrom pkg.calc import add\n@pytest.mark.parametrize("a", [1, 2])\ndef test_add(a):\n    assert add(a, 2) == 3\n',
      },
      program: 'pkg/calc.py',
      tests: 'tests/test_calc.py',
      expected: { 'test_add[1]': 'passed', 'test_add[2]': 'failed' },
    },
    {
      name: 'what a package offers by its __init__',
      files: {
        'pkg/__init__.py': 'from .calc import add\n',
        'pkg/calc.py': 'def add(a, b):\n    return a + b\n',
        'tests/test_calc.py':
          'from pkg import add\ndef test_add():\n    assert add(1, 2) == 3\ndef test_wrong():\n    assert add(1, 2) == 4\n',
      },
      program: 'pkg/calc.py',
      tests: 'tests/test_calc.py',
      expected: { test_add: 'passed', test_wrong: 'failed' },
    },
    {
      name: 'tests inside the package, with a relative import',
      files: {
        'pkg/__init__.py': '',
        'pkg/calc.py': 'def add(a, b):\n    return a + b\n',
        'pkg/test_calc.py': 'from .calc import add\ndef test_add():\n    assert add(1, 2) == 3\n',
      },
      program: 'pkg/calc.py',
      tests: 'pkg/test_calc.py',
      expected: { test_add: 'passed' },
    },
    {
      name: 'a folder src that the tests put on the path, and a conftest with a fixture',
      files: {
        'src/calc.py': 'def add(a, b):\n    return a - b\n',
        'tests/conftest.py': 'import pytest\n@pytest.fixture\ndef two():\n    return 2\n',
        'tests/test_calc.py':
          'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "src"))\nfrom calc import add\ndef test_add(two):\n    assert add(1, two) == 3\n',
      },
      program: 'src/calc.py',
      tests: 'tests/test_calc.py',
      expected: { test_add: 'failed' },
    },
    {
      name: 'data that the tests name, from their own folder and a folder below it, but nothing hidden',
      files: {
        'calc.py': 'def total(path):\n    with open(path) as f:\n        return sum(int(x) for x in f)\n',
        'numbers.txt': '1\n2\n',
        'data/more.txt': '3\n',
        '.env': 'KEY=1\n',
        'other.txt': '1\n',
        'test_calc.py':
          'import os\nfrom calc import total\nHERE = os.path.dirname(os.path.abspath(__file__))\nHIDDEN = ".env"\ndef test_here():\n    assert total(os.path.join(HERE, "numbers.txt")) == 3\ndef test_below():\n    assert total(os.path.join(HERE, "data", "more.txt")) == 3\ndef test_relative():\n    assert total("numbers.txt") == 3\n',
      },
      program: 'calc.py',
      tests: 'test_calc.py',
      expected: { test_here: 'passed', test_below: 'passed', test_relative: 'passed' },
      unseen: ['.env', 'other.txt'],
    },
  ],
  lua: [
    {
      name: 'src and spec, required by the name from the root',
      files: {
        'src/calc.lua':
          'local helper = require("src.helper")\nlocal M = {}\nfunction M.add(a, b) return a + b + helper.zero end\nreturn M\n',
        'src/helper.lua': 'return { zero = 0 }\n',
        'spec/calc_spec.lua':
          'local calc = require("src.calc")\ndescribe("add", function()\n  it("adds", function() assert.are.equal(3, calc.add(1, 2)) end)\n  it("adds wrongly", function() assert.are.equal(4, calc.add(1, 2)) end)\nend)\n',
      },
      program: 'src/calc.lua',
      tests: 'spec/calc_spec.lua',
      expected: { 'add adds': 'passed', 'add adds wrongly': 'failed' },
    },
  ],
  javascript: [
    {
      name: 'src and test, with another file of src and JSON beside the tests',
      files: {
        'src/calc.js': "const { one } = require('./helper');\nexports.add = (a, b) => a + b + one() - 1;\n",
        'src/helper.js': 'exports.one = () => 1;\n',
        'test/cases.json': '[[1, 2, 3], [2, 2, 4]]',
        'test/calc.test.js':
          "const test = require('node:test');\nconst assert = require('node:assert');\nconst { add } = require('../src/calc');\nconst { one } = require('../src/helper');\nconst cases = require('./cases.json');\ntest('add', () => { for (const [a, b, c] of cases) assert.strictEqual(add(a, b) + one(), c + 1); });\ntest('wrong', () => { assert.strictEqual(add(1, 1), 3); });\n",
      },
      program: 'src/calc.js',
      tests: 'test/calc.test.js',
      expected: { add: 'passed', wrong: 'failed' },
    },
    {
      name: 'modules of lib and a test below a folder of its own',
      files: {
        'lib/calc.mjs': "import { one } from './deep/helper.mjs';\nexport const add = (a, b) => a + b + one - 1;\n",
        'lib/deep/helper.mjs': 'export const one = 1;\n',
        'test/unit/calc.test.mjs':
          "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { add } from '../../lib/calc.mjs';\ntest('add', () => { assert.equal(add(1, 2), 3); });\n",
      },
      program: 'lib/calc.mjs',
      tests: 'test/unit/calc.test.mjs',
      expected: { add: 'passed' },
    },
  ],
};

describe.each(Object.keys(layouts) as (keyof typeof layouts)[])('projects in %s', (id) => {
  let bench: SuiteBench;
  beforeAll(async () => {
    bench = await openSuiteBench(id);
  });
  afterAll(async () => {
    await bench.close();
  });

  test.each(layouts[id].map((layout) => [layout.name, layout] as const))(
    '%s',
    async (_name, { files, program, tests, expected, unseen }) => {
      const root = await mkdtemp(join(folder, 'project-'));
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
      const code = files[program] ?? '';
      const read = await readTestFile({ file: join(root, program), code }, join(root, tests), await loaders[id]());
      expect(Object.keys(read.tests.siblings)).toEqual(expect.not.arrayContaining([...(unseen ?? ['nothing'])]));
      const run = await bench.run({
        program: code,
        tests: read.tests.text,
        names: [read.tests.program, read.tests.file],
        siblings: read.tests.siblings,
      });
      expect(outcomes(run)).toEqual(expected);
    },
  );
});

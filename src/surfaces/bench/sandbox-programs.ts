import type { SandboxBenchLanguage } from './sandbox.ts';

type Programs = Pick<SandboxBenchLanguage, 'id' | 'program' | 'calls'> & { readonly files: SandboxBenchLanguage['baseline']['files'] };

const inputs: readonly { readonly values: readonly number[]; readonly sumOfSquares: number }[] = [
  { values: [1, 2, 3], sumOfSquares: 14 },
  { values: [], sumOfSquares: 0 },
  { values: [-4], sumOfSquares: 16 },
  { values: [10, 20], sumOfSquares: 500 },
  { values: [7, 7, 7, 7, 7], sumOfSquares: 245 },
];

const pythonProgram = (candidate: number): string => `def solve(xs):\n    return sum(x * x for x in xs) + ${candidate}\n`;

const luaProgram = (candidate: number): string =>
  `function solve(xs)\n  local sum = ${candidate}\n  for _, x in ipairs(xs) do sum = sum + x * x end\n  return sum\nend\n`;

/** The same five calls as a pytest file and as our calls. */
export const pythonPrograms: Programs = {
  id: 'python',
  program: pythonProgram,
  calls: inputs.map(({ values, sumOfSquares }) => ({
    call: { type: 'expression', expression: `solve([${values.join(', ')}])` },
    sumOfSquares,
  })),
  files: (candidate) => ({
    'candidate.py': pythonProgram(candidate),
    'test_candidate.py': [
      'from candidate import solve',
      ...inputs.map(
        ({ values, sumOfSquares }, index) =>
          `def test_${index}():\n    assert solve([${values.join(', ')}]) == ${sumOfSquares + candidate}`,
      ),
    ].join('\n\n'),
  }),
};

const javascriptProgram = (candidate: number): string =>
  `export function solve(xs) {\n  let sum = ${candidate};\n  for (const x of xs) sum += x * x;\n  return sum;\n}\n`;

/** The same five calls as a file for Node's own test runner and as our calls. */
export const javascriptPrograms: Programs = {
  id: 'javascript',
  program: javascriptProgram,
  calls: inputs.map(({ values, sumOfSquares }) => ({
    call: { type: 'expression', expression: `solve([${values.join(', ')}])` },
    sumOfSquares,
  })),
  files: (candidate) => ({
    'candidate.mjs': javascriptProgram(candidate),
    'candidate.test.mjs': [
      "import assert from 'node:assert/strict';",
      "import test from 'node:test';",
      "import { solve } from './candidate.mjs';",
      ...inputs.map(
        ({ values, sumOfSquares }, index) =>
          `test('case ${index}', () => assert.equal(solve([${values.join(', ')}]), ${sumOfSquares + candidate}));`,
      ),
    ].join('\n'),
  }),
};

/** The same five calls as a busted file and as our calls. */
export const luaPrograms: Programs = {
  id: 'lua',
  program: luaProgram,
  calls: inputs.map(({ values, sumOfSquares }) => ({
    call: { type: 'expression', expression: `solve({${values.join(', ')}})` },
    sumOfSquares,
  })),
  files: (candidate) => ({
    'candidate.lua': luaProgram(candidate),
    'candidate_spec.lua': [
      'require("candidate")',
      'describe("solve", function()',
      ...inputs.map(
        ({ values, sumOfSquares }, index) =>
          `  it("case ${index}", function() assert.are.equal(${sumOfSquares + candidate}, solve({${values.join(', ')}})) end)`,
      ),
      'end)',
    ].join('\n'),
  }),
};

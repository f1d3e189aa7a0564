import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/domain/test.ts';
import { judgeObservation } from '../../../src/domain/verdict.ts';
import { knownDecisions } from '../../../src/engine/measure/known-decisions.ts';
import { knownTasks } from '../../../src/engine/measure/known-tasks.ts';
import { taskState } from '../../../src/engine/measure/task-state.ts';
import { loadSolvedExamples } from '../../../src/few-shot/load-solved-examples.ts';
import { loadJavaScript } from '../../../src/languages/javascript/javascript-language.ts';
import { loadLua } from '../../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../../src/languages/python/python-language.ts';
import { defaultLimits } from '../../../src/ports/sandbox.ts';
import { findLuaRuntime } from '../../../src/runtimes/find-lua.ts';
import { findNodeRuntime } from '../../../src/runtimes/find-node.ts';
import { findPythonRuntime } from '../../../src/runtimes/find-python.ts';
import { chooseSandbox } from '../../../src/sandboxes/choose-sandbox.ts';

const languages = {
  python: [loadPython, () => findPythonRuntime({})],
  lua: [loadLua, findLuaRuntime],
  javascript: [loadJavaScript, findNodeRuntime],
} as const;
const nonce = 'abcdef0123456789abcdef0123456789';

describe.each(['python', 'lua', 'javascript'] as const)('known tasks in %s', (id) => {
  test('have a right program that meets their examples and answers every call', async () => {
    const [load, find] = languages[id];
    const [language, { spec }, sandbox] = await Promise.all([load(), find(), chooseSandbox()]);
    const session = await sandbox.open(spec);
    try {
      for (const known of knownTasks[id]) {
        const { state, contract, task } = taskState(known, language, { candidates: 1, tests: 1 });
        const observed = async (code: string, calls: readonly Call[]) => {
          const execution = await session.run(language.probe(code, contract, calls, { nonce, limits: defaultLimits }));
          return language.read(execution, calls, { nonce });
        };
        expect(language.check(task.code, contract), known.name).toEqual([]);
        const sources = state.tests.flatMap(({ expected }) => (expected.type === 'value' ? [expected.source] : []));
        expect(sources).toHaveLength(2);
        const values = await observed(
          '',
          sources.map((expression) => ({ type: 'expression', expression })),
        );
        const expectations = new Map(
          state.tests.map(({ id: name }, index) => {
            const outcome = values[index]?.outcome;
            if (outcome?.type !== 'value') throw new Error(`${known.name}: ${JSON.stringify(outcome)}`);
            return [name, { type: 'value' as const, value: outcome.value }];
          }),
        );
        const examples = await observed(
          task.code,
          state.tests.flatMap(({ call }) => (call.type === 'test' ? [] : [call])),
        );
        const verdicts = state.tests.map((one, index) => judgeObservation(examples[index], one, { ...state, expectations }));
        expect(verdicts, known.name).toEqual(['passed', 'passed']);
        const answers = await observed(
          task.code,
          task.calls.map((expression) => ({ type: 'expression', expression })),
        );
        expect(
          answers.map(({ outcome }) => outcome.type),
          known.name,
        ).toEqual(task.calls.map(() => 'value'));
      }
    } finally {
      await session.close();
      await sandbox.close();
    }
  });

  test('are not among the solved examples that prompts show', async () => {
    const shown = await loadSolvedExamples(id);
    const names = knownTasks[id].map(({ name }) => name);
    expect(shown.filter(({ code }) => names.some((name) => new RegExp(`\\b(def|function) ${name}\\b`).test(code)))).toEqual([]);
  });
});

test('always the same letter is right as often as chance says', () => {
  for (const letter of [0, 1]) {
    const right = knownDecisions.filter(({ wrong }, index) => index % (wrong.length + 1) === letter).length;
    const chance = knownDecisions.reduce((sum, { wrong }) => sum + 1 / (wrong.length + 1), 0);
    expect(right).toBe(chance);
  }
});

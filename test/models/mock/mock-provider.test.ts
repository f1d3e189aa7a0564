import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createMockProvider } from '../../../src/models/mock/mock-provider.ts';
import { demoRepairs, demoSamples, secondLargestDemo } from '../../../src/models/mock/second-largest-demo.ts';
import type { CompletionRequest } from '../../../src/ports/model.ts';
import { collect } from '../../conformance/model.ts';

const run = promisify(execFile);
const programIn = (reply: string): string => /```python\n([\s\S]*?)\n```/u.exec(reply)?.[1] ?? '';

/** `right`, `wrong`, `hang` or `syntax`, by the real interpreter. */
async function judge(reply: string): Promise<string> {
  const checks = [...secondLargestDemo.examples, 'second_largest([-1, -2, -3]) == -2', 'second_largest([7]) == None'];
  const limit = 'import resource\nresource.setrlimit(resource.RLIMIT_CPU, (2, 2))';
  const program = `${limit}\n${programIn(reply)}\nimport sys\ntry:\n    sys.exit(0 if all([${checks.join(', ')}]) else 3)\nexcept Exception:\n    sys.exit(3)\n`;
  try {
    await run('python3', ['-I', '-c', program]);
    return 'right';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('signal' in error && error.signal !== null) return 'hang';
    return 'stderr' in error && String(error.stderr).includes('SyntaxError') ? 'syntax' : 'wrong';
  }
}

const ask = (content: string, changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  form: 'chat',
  messages: [{ role: 'user', content }],
  seeds: [1, 2, 3, 4],
  temperature: 0.8,
  maxTokens: 400,
  stop: [],
  ...changes,
});

it('makes a first round of four without a right program, then more with some', async () => {
  const verdicts = [];
  for (const reply of demoSamples) verdicts.push(await judge(reply));
  expect(verdicts.slice(0, 4)).toEqual(['wrong', 'wrong', 'hang', 'syntax']);
  expect(verdicts.slice(4).filter((verdict) => verdict === 'right').length).toBeGreaterThanOrEqual(4);
  expect(await judge(demoRepairs[0] ?? '')).toBe('right');
});

it('answers the demo task by purpose, declared or read from the prompt', async () => {
  const model = await createMockProvider({ tokenMs: 0 }).open('');
  const samples = await collect(model, ask(`${secondLargestDemo.task}\n${secondLargestDemo.signature}`));
  expect([...samples.ends.values()].sort((a, b) => a.sample - b.sample).map(({ text }) => text)).toEqual(demoSamples.slice(0, 4));
  const wrong = programIn(demoSamples[0] ?? '');
  const repair = await collect(
    model,
    ask(`${secondLargestDemo.task}\n\n\`\`\`python\n${wrong}\n\`\`\`\nsecond_largest([7, 7]) returned 7, expected None`, { seeds: [9] }),
  );
  expect(repair.ends.get(0)?.text).toBe(demoRepairs[0]);
  const tests = await collect(model, ask(`Write test cases as assert statements.\n${secondLargestDemo.task}`, { seeds: [1] }));
  expect(tests.ends.get(0)?.text).toContain('assert second_largest(');
  const declared = await collect(model, ask(secondLargestDemo.task, { purpose: 'tests', seeds: [1] }));
  expect(declared.ends.get(0)?.text).toContain('assert second_largest(');
});

it.each(['Write a Lua function that adds two numbers', 'Second largest number, in Lua'])(
  'offers no program for %j and says why',
  async (task) => {
    const model = await createMockProvider({ tokenMs: 0 }).open('');
    const collected = await collect(model, ask(task, { seeds: [1] }));
    expect(collected.ends.get(0)?.text).toContain('demo model');
    expect(collected.ends.get(0)?.text).not.toContain('```');
    expect(collected.warnings).toEqual([expect.objectContaining({ feature: 'demo' })]);
  },
);

import { z } from 'zod';
import type { Json } from '../domain/json.ts';
import type { SkillTest } from '../domain/skill.ts';
import { badSkill } from './bad-skill.ts';
import { skillLimits } from './skill-limits.ts';

/** `scripts/slugify.py` has its tests in `scripts/slugify.tests.jsonl`. */
export const testsPath = (bodyPath: string): string => `${bodyPath.replace(/\.[^./]*$/u, '')}.tests.jsonl`;

const lineSchema = z.union([
  z.strictObject({ example: z.string().min(1).max(20_000) }),
  z.strictObject({ request: z.string().max(20_000), expect: z.json() }),
]);

/** One test a line: `{"example": "f(3) == 6"}`, or `{"request": "…", "expect": …}`. Throws `bad-input` with the line. */
export function parseTests(text: string, place: string): readonly SkillTest[] {
  const tests: SkillTest[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    if (tests.length === skillLimits.tests)
      throw badSkill(place, `it has more than ${skillLimits.tests} tests`, 'keep those that tell programs apart');
    tests.push(parseLine(line, `${place}:${index + 1}`));
  }
  return tests;
}

function parseLine(line: string, place: string): SkillTest {
  const form = 'write {"example": "f(3) == 6"} or {"request": "…", "expect": …}, one a line';
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch (cause) {
    throw badSkill(place, 'it is no JSON', form, cause);
  }
  const parsed = lineSchema.safeParse(data);
  if (!parsed.success) throw badSkill(place, 'it is no test', form);
  return 'example' in parsed.data
    ? { type: 'example', text: parsed.data.example }
    : { type: 'call', request: parsed.data.request, expect: parsed.data.expect as Json };
}

export const writeTests = (tests: readonly SkillTest[]): string =>
  tests
    .map((test) => `${JSON.stringify(test.type === 'example' ? { example: test.text } : { request: test.request, expect: test.expect })}\n`)
    .join('');

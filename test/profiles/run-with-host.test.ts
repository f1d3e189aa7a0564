import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectResult } from '../../src/domain/project-result.ts';
import { runSearch } from '../engine/run-search.ts';
import { type Bench, openHost } from '../languages/observing.ts';

let host: Bench;
beforeAll(async () => {
  host = await openHost('wf-vars');
});
afterAll(async () => {
  await host.close();
});

const fenced = (code: string): string => `\`\`\`lua\n${code}\n\`\`\``;
const example = (users: readonly object[], expected: readonly object[]): string =>
  JSON.stringify({ context: { wf: { vars: { users } } }, expected });
const [ann, bob] = [
  { id: 1, status: 'active' },
  { id: 2, status: 'off' },
];
const request = {
  task: 'Keep only the users whose status is "active".',
  language: 'lua' as const,
  profile: 'wf-vars',
  examples: [example([ann, bob], [ann]), example([bob], [])],
  candidates: 4,
  maxRounds: 2,
};
const loop = (made: string): string =>
  `local out = ${made}\nfor _, u in ipairs(wf.vars.users) do\n  if u.status == "active" then out[#out + 1] = u end\nend\nreturn out`;

test('a run for a host: its entry, its rules in the prompt, an empty array told from an empty object, and the code as the host takes it', async () => {
  const replies = [
    loop('{}'),
    loop('_utils.array.new()'),
    '{"users": "lua{return $.vars.users[?(@.status)]}lua"}',
    `${loop('{}')} -- }lua`,
  ];
  const { state, prompts } = await runSearch(host, request, {
    replies: (_asked, { count }) => (count % 4 === 2 ? (replies[2] ?? '') : fenced(replies[count % 4] ?? '')),
  });
  expect(state.contract).toEqual({ language: 'lua', profile: 'wf-vars', entry: { kind: 'chunk-return', wrap: 'lua{%s}lua' } });
  expect(prompts[0]).toContain('_utils.array.new()');
  expect(prompts[0]).toContain('"status":"active"');
  const result = projectResult('r', state, (value) => host.language.formatValue(value));
  expect(result.code).toContain('_utils.array.new()');
  expect(result.wrapped).toBe(`lua{${result.code?.trimEnd()}}lua`);
  expect(result.evidence.tests.map(({ observed, passed }) => [observed, passed])).toEqual([
    ['[{"id": 1, "status": "active"}]', true],
    ['[]', true],
  ]);
  const rejected = state.candidates.filter((candidate) => candidate.rejected !== null).map((candidate) => candidate.rejected?.detail ?? '');
  expect(rejected.join('\n')).toMatch(/\}lua/);
});

test('a repair is told the line, the lines around it and one way out', async () => {
  const wrong = 'local out = _utils.array.new()\nfor _, u in ipairs(wf.vars.user) do\n  out[#out + 1] = u\nend\nreturn os.time()';
  const { prompts } = await runSearch(
    host,
    { ...request, candidates: 1 },
    {
      replies: (_asked, { count }) => fenced(count === 0 ? wrong : loop('_utils.array.new()')),
    },
  );
  const repair = prompts.find((prompt) => prompt.includes('was run and is wrong')) ?? '';
  expect(repair).toContain('line 5: Lua 5.4 in a low-code workflow has no os');
  expect(repair).toContain('Compute dates from their parts');
  expect(repair).toContain('> 5 | return os.time()');
  expect(repair).toContain('line 2: attempt to index a nil value');
});

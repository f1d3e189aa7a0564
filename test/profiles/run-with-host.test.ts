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
  expect(result.evidence.tests.slice(0, 2).map(({ observed, passed }) => [observed, passed])).toEqual([
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

const emails = { wf: { vars: { emails: ['a@x.ru', 'b@x.ru'] } } };
const last = { task: 'The last email', language: 'lua' as const, profile: 'wf-vars', candidates: 6, maxRounds: 1 };

test('without an example, programs run on the data of the request and on data like it', async () => {
  const { state } = await runSearch(
    host,
    { ...last, context: JSON.stringify(emails) },
    {
      replies: (_asked, { count }) => fenced(`local n${count} = #wf.vars.emails\nreturn wf.vars.emails[n${count}]`),
    },
  );
  expect(state.calls[0]).toEqual({ type: 'context', context: emails });
  expect(state.calls).toContainEqual({ type: 'context', context: { wf: { vars: { emails: [] } } } });
  const observed = state.candidates[0]?.observations[0]?.outcome;
  expect(observed).toMatchObject({ type: 'value', value: { type: 'string', value: 'b@x.ru' } });
  expect(projectResult('r', state, (value) => host.language.formatValue(value)).status).not.toBe('failed');
});

test('programs that cannot answer on the data of the request do not outvote those that can', async () => {
  const { state } = await runSearch(
    host,
    { ...last, context: JSON.stringify(emails) },
    {
      replies: (_asked, { count }) =>
        fenced(count === 1 ? 'return wf.vars.emails[#wf.vars.emails]' : `local n${count} = wf.vars.none.at\nreturn n${count}`),
    },
  );
  const result = projectResult('r', state, (value) => host.language.formatValue(value));
  expect([result.status, result.code]).toEqual(['unsure', 'return wf.vars.emails[#wf.vars.emails]\n']);
});

test('a context that is no data of the host is text for the model; programs run on none', async () => {
  const context = 'The workflow keeps its emails in wf.vars.emails';
  const { state } = await runSearch(host, { ...last, context }, { replies: () => fenced('return 1') });
  expect(state.calls).toEqual([{ type: 'context', context: {} }]);
});

test('a question about data shows the smallest that tells the behaviours apart, and its answer settles the run', async () => {
  const readings = ['return wf.vars.emails[#wf.vars.emails]', 'return wf.vars.emails[#wf.vars.emails] or ""'];
  const script = {
    replies: (_asked: unknown, { count }: { readonly count: number }) => fenced(`local n${count} = 1\n${readings[count % 2] ?? ''}`),
  };
  const asking = { ...last, context: JSON.stringify(emails), interactive: true };
  const { state, events } = await runSearch(host, asking, script);
  const question = state.question;
  expect(JSON.parse(question?.call ?? 'null')).toEqual({ wf: { vars: { emails: [] } } });
  expect(question?.options.map(({ value }) => value).sort()).toEqual(['""', 'null']);
  const answered = {
    type: 'question-answer',
    question: question?.id ?? '',
    value: '""',
    v: 1,
    seq: events.length + 1,
    at: Date.now(),
  } as const;
  const { state: done } = await runSearch(host, asking, script, { after: [...events, answered] });
  const result = projectResult('r', done, (value) => host.language.formatValue(value));
  expect(result.code).toContain('or ""');
});

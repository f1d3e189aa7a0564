import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAnswer } from '../../src/bodies/run-body.ts';
import { type BodyBench, openBodyBench } from './body-bench.ts';

let bench: BodyBench;
beforeAll(async () => {
  bench = await openBodyBench();
});
afterAll(() => bench.close());

const chooser = `
from semif_agent.decisions import DecisionRequest, Option
from semif_agent.skills import ActionResult, Prediction
import anneal_skill
def predict(ctx, request):
    print("noise on standard output")
    asked = DecisionRequest(state=request.text, question="which?", options=[Option("a", "first"), Option("b", "second")])
    result = ctx.engine.call(asked)
    assert isinstance(result, anneal_skill.DecisionResult) and result.prob("b") == 1
    return Prediction(text="take " + result.selected, decisions=[(asked, result)])
def act(ctx, request, prediction):
    seen = request.meta.setdefault("seen", [])
    seen.append(prediction.text)
    if request.user_input is None:
        return ActionResult(action_log="waiting", new_state=request.text, needs_input="how many?")
    return ActionResult(action_log="%s, %s of them" % (prediction.text, request.user_input), new_state=str(seen))
`;

test('a body decides, pauses for an answer, and goes on with the same prediction', async () => {
  const first = await bench.run(chooser, 'take one');
  expect(first.run).toMatchObject({ state: 'waiting', result: { needs_input: 'how many?' }, prediction: { text: 'take b' } });
  expect(first.run.decisions).toMatchObject([{ question: 'which?', selected: 'b' }]);
  expect(first.run.printed).toBe('noise on standard output\n');
  const second = await bench.run(chooser, withAnswer(first.run, 'three', 'h'));
  expect(second.run).toMatchObject({ state: 'done', result: { action_log: 'take b, three of them', needs_input: null } });
  expect(second.run.result?.new_state).toBe("['take b', 'take b']");
  expect(second.run.decisions).toHaveLength(1);
});

const tiny = (act: string, top = '') => `
from anneal_skill import *
${top}
def predict(ctx, request):
    return Prediction("p", [])
def act(ctx, request, prediction):
${act
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
`;

const reasonOf = async (code: string, ...more: [] | [Parameters<BodyBench['run']>[2]]) => {
  const { run } = await bench.run(code, 'do it', ...more);
  expect(run.state).toBe('failed');
  return run.reason ?? '';
};

test('what goes wrong in a body is a reason with its line', async () => {
  expect(await reasonOf(tiny('return 1 / 0'))).toBe('ZeroDivisionError: division by zero (line 7)');
  expect(await reasonOf(tiny('return None'))).toBe('TypeError: act must return an ActionResult, not NoneType');
  expect(await reasonOf(tiny('return ActionResult(1, "")'))).toBe('TypeError: ActionResult.action_log must be text, not int');
  expect(await reasonOf(tiny('import os\nos._exit(3)'))).toBe('it ended with code 3 and no result');
  expect(await reasonOf(tiny('pass', 'raise SystemExit(2)'))).toBe('SystemExit: 2 (line 3)');
  expect(await reasonOf(tiny('ctx.engine.call(DecisionRequest("s", "q", []))'))).toMatch(/^HostError: a decision needs options/);
});

test('a body that floods, forges or breaks the pipe ends itself and nothing else', async () => {
  const send = (bytes: string) =>
    tiny(`import os\nfor fd in range(3, 12):\n    try: os.write(fd, ${bytes})\n    except OSError: pass\nreturn ActionResult("x", "y")`);
  expect(await reasonOf(send('b"no json\\n"'))).toBe('it wrote a line that is no JSON to its host');
  expect(await reasonOf(send('b\'{"ask": "open-door", "id": 1}\\n\''))).toBe('it wrote a message of no known form to its host');
  expect(
    await reasonOf(tiny('import os, sys\nfd = sys.modules["__main__"].channel.fileno()\nwhile True: os.write(fd, b"x" * 65536)')),
  ).toMatch(/^it (?:wrote a line of more than \d+ bytes to its host|was stopped at its output limit)$/);
  expect(await reasonOf(tiny('while True: ctx.files.names()'))).toBe('it asked its host more than 200 times');
  expect(await reasonOf(tiny('while True: print("x" * 9999)'))).toBe('it was stopped at its output limit');
});

test('a body that says nothing is stopped', async () => {
  expect(await reasonOf(tiny('import time\ntime.sleep(600)'))).toBe('it said nothing for 10 s');
});

test('files come in and go out by name only', async () => {
  const files = new Map([['in.txt', Buffer.from('one two')]]);
  const good = tiny('ctx.files.write("out.txt", ctx.files.read_text("in.txt").upper())\nreturn ActionResult(str(ctx.files.names()), "")');
  const { run, out } = await bench.run(good, 'x', { files });
  expect(run.files).toEqual(['out.txt']);
  expect(Buffer.from(out.get('out.txt') ?? '').toString()).toBe('ONE TWO');
  const write = (name: string) => tiny(`ctx.files.write(${JSON.stringify(name)}, "x")`);
  for (const name of ['../x', '/etc/passwd', '.bashrc', 'a/b', '', 'a\nb', 'C:\\x'])
    expect(await reasonOf(write(name))).toMatch(/is no plain file name/);
  expect(await reasonOf(tiny('ctx.files.read("/etc/passwd")'), { files })).toMatch(
    /no file "\/etc\/passwd" was handed in; there is in\.txt/,
  );
});

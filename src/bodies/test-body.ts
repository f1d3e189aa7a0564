import { type BodyExpectation, bodyExpectationSchema } from '../domain/body-test.ts';
import type { Json } from '../domain/json.ts';
import type { SkillTest } from '../domain/skill.ts';
import type { Integration } from '../domain/skill-body.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { BrokerAnswer, NetworkBroker } from '../ports/network-broker.ts';
import type { BodyQuestion } from './body-host.ts';
import { declaredHosts } from './declared-hosts.ts';
import { type BodyGrants, newBodyRun, type RunBodyDeps, runBody } from './run-body.ts';

export type TestDeps = Pick<RunBodyDeps, 'sandbox' | 'runtime' | 'bodies' | 'sha256'> & {
  /** Names the interpreter in verifications, e.g. `python 3.11.2`. */
  readonly runtimeName: string;
};

export type BodyTestResult = { readonly request: string; readonly passed: boolean; readonly detail: string };

/** What a body must do whatever it is for: end by itself, also where its service does not answer. */
export const mechanicalTest = (request: string): SkillTest => ({ type: 'call', request, expect: { any: true } });

const idleBody = `from anneal_skill import ActionResult, Prediction
def predict(ctx, request):
    return Prediction("", [])
def act(ctx, request, prediction):
    return ActionResult("", request.text)
`;

/** True when a body that does nothing fails one of the tests: tests that it passes prove nothing. */
export async function tellsFromIdle(
  tests: readonly SkillTest[],
  integration: Integration,
  deps: TestDeps,
  options: Abortable,
): Promise<boolean> {
  return (await testBody(idleBody, integration, tests, deps, options)).some(({ passed }) => !passed);
}

/** Runs tests one after another in the sandbox, against a world that the host plays: no network, no model, no files of anybody. */
export async function testBody(
  code: string,
  integration: Integration,
  tests: readonly SkillTest[],
  deps: TestDeps,
  options: Abortable & { readonly onTest?: (result: BodyTestResult, index: number) => void } = {},
): Promise<readonly BodyTestResult[]> {
  const results: BodyTestResult[] = [];
  for (const test of tests) {
    if (test.type !== 'call') continue;
    const detail = await runTest(code, integration, test, deps, options);
    const result = { request: test.request, passed: detail === null, detail: detail ?? 'as expected' };
    results.push(result);
    options.onTest?.(result, results.length - 1);
  }
  return results;
}

/** Null when all is as expected; else what is not. */
async function runTest(
  code: string,
  integration: Integration,
  { request, expect }: Extract<SkillTest, { readonly type: 'call' }>,
  deps: TestDeps,
  options: Abortable,
): Promise<string | null> {
  const { any = false, ...told } =
    typeof expect === 'object' && expect !== null && !Array.isArray(expect) ? (expect as Record<string, Json>) : {};
  const parsed = bodyExpectationSchema.safeParse(told);
  if (!parsed.success)
    return `the test cannot be read: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`;
  const wanted = parsed.data;
  const sent: { readonly method: string; readonly url: string; readonly body: string }[] = [];
  const broker = playedNetwork(wanted, sent);
  const grants = playedWorld(integration, wanted);
  const decide: RunBodyDeps['decide'] = async (question) => played(question, wanted);
  const all: RunBodyDeps = { ...deps, broker, decide, onStep: () => undefined };
  const first = newBodyRun({ id: 'test', skill: 'test', hash: '', at: 0, request, config: {} });
  let outcome = await runBody(code, first, integration, grants, all, options);
  for (const answer of wanted.answers ?? []) {
    if (outcome.run.state !== 'waiting') break;
    outcome = await runBody(code, { ...outcome.run, answers: [...outcome.run.answers, answer] }, integration, grants, all, options);
  }
  const { run, out } = outcome;
  if (run.state === 'failed') return run.reason ?? 'it failed';
  if (any === true) return null;
  const ends = wanted.ends ?? 'done';
  if (run.state !== ends) {
    return run.state === 'waiting'
      ? `it asks ${JSON.stringify(run.result?.needs_input)} instead of ending`
      : 'it ends without the question that it must ask';
  }
  const lacks = (where: string, text: string, list: readonly string[] = []): string | null => {
    const missing = list.find((part) => !text.toLowerCase().includes(part.toLowerCase()));
    return missing === undefined ? null : `${where} has no ${JSON.stringify(missing)}: ${JSON.stringify(text.slice(0, 300))}`;
  };
  const files = Object.entries(wanted.written ?? {}).map(([name, part]) => {
    const data = out.get(name);
    return data === undefined ? `${name} was not written` : lacks(name, Buffer.from(data).toString('utf8'), [part]);
  });
  const unsent = wanted.sent?.find(
    ({ method, url = '', body = '' }) =>
      !sent.some(
        (one) => (method === undefined || one.method === method.toUpperCase()) && one.url.includes(url) && one.body.includes(body),
      ),
  );
  return (
    lacks('action_log', run.result?.action_log ?? '', wanted.log) ??
    lacks('new_state', run.result?.new_state ?? '', wanted.state) ??
    lacks('the question', run.result?.needs_input ?? '', wanted.question) ??
    (unsent === undefined ? null : `no request like ${JSON.stringify(unsent)} was sent; sent: ${JSON.stringify(sent).slice(0, 300)}`) ??
    files.find((fault) => fault !== null) ??
    null
  );
}

/** Everything that is declared, made up where the test does not say it. */
function playedWorld({ configVars, secrets, ...integration }: Integration, { config = {}, files = {} }: BodyExpectation): BodyGrants {
  const value = (name: string): Json =>
    config[name] ?? (/url|address|endpoint|base|host/i.test(name) ? 'http://service.test' : `some-${name}`);
  const open = configVars.filter((name) => !secrets.includes(name));
  const settings = { ...config, ...Object.fromEntries(open.map((name) => [name, value(name)])) };
  return {
    config: settings,
    secrets: secrets.map((name) => ({ name, secret: String(value(name)) })),
    hosts: declaredHosts({ ...integration, configVars, secrets }, settings),
    files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  };
}

function playedNetwork({ http = [] }: BodyExpectation, sent: { method: string; url: string; body: string }[]): NetworkBroker {
  return {
    request: async ({ method, url, body }, { declared }): Promise<BrokerAnswer> => {
      const host = declaredHosts({ service: null, transport: 'http', configVars: [], secrets: [], hosts: ['config:url'] }, { url });
      const [name = 'no address'] = host;
      if (!declared.has(name)) return { ok: false, refused: true, reason: `${name} is not declared in INTEGRATION` };
      sent.push({ method, url, body: body === null ? '' : Buffer.from(body).toString('utf8') });
      const answer = http.find((one) => url.includes(one.url) && (one.method === undefined || one.method.toUpperCase() === method));
      if (answer === undefined) return { ok: false, refused: false, reason: `${name} gave no answer: ECONNREFUSED` };
      const text = answer.text ?? JSON.stringify(answer.json ?? null);
      const type = answer.text === undefined ? 'application/json' : 'text/plain';
      return { ok: true, response: { status: answer.status ?? 200, headers: { 'content-type': type }, body: Buffer.from(text) } };
    },
  };
}

function played({ question, options }: BodyQuestion, { choose = {} }: BodyExpectation) {
  const wanted = Object.entries(choose).find(([part]) => question.toLowerCase().includes(part.toLowerCase()))?.[1];
  const selected = options.find(({ id }) => id === wanted)?.id ?? options[0]?.id ?? '';
  const probabilities = Object.fromEntries(options.map(({ id }) => [id, id === selected ? 1 : 0]));
  return { id: 'test', question, selected, probabilities, calibrated: false };
}

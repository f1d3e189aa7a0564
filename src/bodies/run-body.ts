import { AppError } from '../domain/app-error.ts';
import type { BodyDecision, BodyRun } from '../domain/body-run.ts';
import type { Json } from '../domain/json.ts';
import type { BodyStart, Integration } from '../domain/skill-body.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { NetworkBroker, StandIn } from '../ports/network-broker.ts';
import { createBodyHost, type DecideForBody } from './body-host.ts';
import { declaredHosts } from './declared-hosts.ts';
import { FileBox } from './file-box.ts';
import { Journal } from './journal.ts';
import { createRedact } from './redact.ts';
import { type PhaseDeps, type PhaseEnd, runPhase } from './run-phase.ts';

export type RunBodyDeps = Omit<PhaseDeps, 'answer'> & {
  readonly decide: DecideForBody;
  readonly broker: NetworkBroker;
  readonly sha256: (text: string) => string;
  readonly onStep: (line: string) => void;
};

/** What the person lets one run have. */
export type BodyGrants = {
  /** Settings by name; a secret is not among them. */
  readonly config: Readonly<Record<string, Json>>;
  readonly secrets: readonly { readonly name: string; readonly secret: string }[];
  /** `host:port`, lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, Uint8Array>;
};

export type BodyOutcome = {
  readonly run: BodyRun;
  /** What was handed out; empty unless the run is done. */
  readonly out: ReadonlyMap<string, Uint8Array>;
};

/** The beginning of a run; running it fills it in. */
export const newBodyRun = (given: Pick<BodyRun, 'id' | 'skill' | 'hash' | 'at' | 'request' | 'config'>): BodyRun => ({
  ...given,
  ...{ state: 'waiting', answers: [], meta: {}, prediction: null, result: null, reason: null },
  ...{ printed: '', decisions: [], journal: [], files: [] },
});

/**
 * Runs a body from where its run stands: `predict` unless there is a prediction, then `act`. A body that fails is a run that
 * failed. Throws `AppError` for what is no fault of the body, or `signal.reason`.
 */
export async function runBody(
  code: string,
  run: BodyRun,
  integration: Integration,
  grants: BodyGrants,
  deps: RunBodyDeps,
  options: Abortable = {},
): Promise<BodyOutcome> {
  const secrets = grants.secrets.map(({ name, secret }): StandIn => ({ name, secret, standIn: standInFor(name, run, deps) }));
  const config = { ...grants.config, ...Object.fromEntries(secrets.map(({ name, standIn }) => [name, standIn])) };
  const redact = createRedact(grants.secrets);
  const decisions: BodyDecision[] = [];
  const journal = new Journal(run.journal);
  const files = new FileBox(grants.files);
  const answer = createBodyHost({
    ...deps,
    ...{ files, journal, redact },
    rights: { declared: declaredHosts(integration, grants.config), granted: grants.hosts, secrets },
    onDecision: (decision) => decisions.push(decision),
  });
  const failed = (end: Extract<PhaseEnd, { readonly type: 'failed' }>, so: BodyRun): BodyOutcome => ({
    run: { ...so, state: 'failed', reason: redact(end.reason), printed: redact(so.printed + end.printed), journal: [] },
    out: new Map(),
  });
  const request = (so: BodyRun): BodyStart['request'] => {
    return { text: so.request, user_input: so.answers.at(-1) ?? null, answers: so.answers, meta: so.meta };
  };

  let now = run;
  if (now.prediction === null) {
    deps.onStep('predict');
    const end = await runPhase(code, { phase: 'predict', request: request(now), config, prediction: null }, { ...deps, answer }, options);
    now = { ...now, decisions: [...now.decisions, ...decisions.splice(0)] };
    if (end.type === 'failed') return failed(end, now);
    if (end.message.done !== 'predict') throw new TypeError('a phase ended as another one');
    now = { ...now, prediction: redact(end.message.prediction), meta: redact(end.message.meta), printed: capped(redact(end.printed)) };
    // The prediction is settled: only what `act` asks is to be answered alike after a pause.
    journal.entries.splice(0);
  }
  deps.onStep('act');
  const end = await runPhase(
    code,
    { phase: 'act', request: request(now), config, prediction: now.prediction },
    { ...deps, answer },
    options,
  );
  now = { ...now, decisions: [...now.decisions, ...decisions.splice(0)] };
  if (end.type === 'failed') return failed(end, now);
  if (end.message.done !== 'act') throw new TypeError('a phase ended as another one');
  const result = redact(end.message.result);
  const waits = result.needs_input !== null;
  now = { ...now, result, meta: redact(end.message.meta), printed: capped(now.printed + redact(end.printed)) };
  if (waits) return { run: { ...now, state: 'waiting', journal: redact([...journal.entries]) }, out: new Map() };
  return { run: { ...now, state: 'done', journal: [], files: [...files.out.keys()] }, out: files.out };
}

/** Adds an answer to a run that waits for one. Throws `conflict` for any other, and for a skill that has changed since. */
export function withAnswer(run: BodyRun, answer: string, hash: string): BodyRun {
  if (run.state !== 'waiting') {
    throw new AppError(
      'conflict',
      `run ${run.id} of ${run.skill} does not wait for an answer: it is ${run.state}`,
      `anneal skills run ${run.skill} "…"`,
    );
  }
  if (run.hash !== hash) {
    const message = `the skill ${run.skill} has changed since run ${run.id} began, so its prediction no longer holds`;
    throw new AppError('conflict', message, `start again: anneal skills run ${run.skill} "…"`);
  }
  return { ...run, answers: [...run.answers, answer] };
}

/** The same for the whole run, so that a phase which starts again asks in the same words. */
const standInFor = (name: string, run: BodyRun, { sha256 }: RunBodyDeps): string =>
  `stand-in-${name}-${sha256(`${run.id} ${name}`).slice(0, 16)}`;

const mostPrinted = 20_000;
const capped = (text: string): string => (text.length > mostPrinted ? `${text.slice(0, mostPrinted)}\n… cut` : text);

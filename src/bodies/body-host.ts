import type { BodyDecision } from '../domain/body-run.ts';
import type { Json } from '../domain/json.ts';
import type { BodyAnswer, BodyAsk } from '../domain/skill-body.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { NetworkBroker, NetworkRights } from '../ports/network-broker.ts';
import type { FileBox } from './file-box.ts';
import type { Journal } from './journal.ts';
import type { Redact } from './redact.ts';

type DecideAsk = Extract<BodyAsk, { readonly ask: 'decide' }>;
type HttpAsk = Extract<BodyAsk, { readonly ask: 'http' }>;

export type BodyQuestion = Pick<DecideAsk, 'state' | 'question' | 'options'>;

/** Chooses for a body, and keeps the choice in the decision log. Throws `AppError` for a model that fails. */
export type DecideForBody = (question: BodyQuestion, options: Abortable) => Promise<BodyDecision>;

export type BodyHostDeps = {
  readonly decide: DecideForBody;
  readonly broker: NetworkBroker;
  readonly rights: NetworkRights;
  readonly files: FileBox;
  readonly journal: Journal;
  readonly redact: Redact;
  /** Told of each choice. */
  readonly onDecision: (decision: BodyDecision) => void;
  /** Told what the body does, a line each. */
  readonly onStep: (line: string) => void;
};

/** Answers what a body asks for. What it may have was fixed before it ran; no answer of a model adds to that. */
export function createBodyHost(deps: BodyHostDeps): (ask: BodyAsk, signal: AbortSignal) => Promise<BodyAnswer> {
  return (ask, signal) => {
    switch (ask.ask) {
      case 'decide':
        return deps.journal.answer(ask, () => decide(ask, deps, signal));
      case 'http':
        return deps.journal.answer(ask, () => http(ask, deps, signal));
      default:
        return Promise.resolve(deps.files.answer(ask));
    }
  };
}

async function decide({ state, question, options }: DecideAsk, deps: BodyHostDeps, signal: AbortSignal): Promise<BodyAnswer> {
  const fault = faultOf(options);
  if (fault !== null) return { error: { kind: 'decide', message: fault } };
  const decision = await deps.decide(deps.redact({ state, question, options }), { signal });
  deps.onDecision(decision);
  deps.onStep(`decided: ${decision.selected}, for "${question}"`);
  const { selected, probabilities, calibrated } = decision;
  return { ok: { selected, probabilities, calibrated } };
}

function faultOf(options: DecideAsk['options']): string | null {
  if (options.length === 0) return 'a decision needs options';
  if (new Set(options.map(({ id }) => id)).size < options.length) return 'two options have the same id';
  return null;
}

/** Bytes of an answer that a body is given. */
const mostAnswerBytes = 2 * 2 ** 20;

async function http(ask: HttpAsk, deps: BodyHostDeps, signal: AbortSignal): Promise<BodyAnswer> {
  const { method, url, headers, body, timeout } = ask;
  const timeoutMs = Math.min(120_000, Math.max(1000, timeout * 1000));
  const request = { method, url, headers, body: body === null ? null : Buffer.from(body, 'base64'), timeoutMs };
  const answer = await deps.broker.request(request, deps.rights, { signal });
  const where = deps.redact(`${method} ${url.split('?', 1)[0] ?? ''}`);
  if (!answer.ok) {
    deps.onStep(`${where}: ${answer.refused ? 'refused, ' : ''}${deps.redact(answer.reason)}`);
    return { error: { kind: 'http', message: deps.redact(answer.reason) } };
  }
  const { response } = answer;
  deps.onStep(`${where}: HTTP ${response.status}, ${response.body.byteLength} bytes`);
  if (response.body.byteLength > mostAnswerBytes)
    return { error: { kind: 'http', message: `the answer is larger than ${mostAnswerBytes} bytes` } };
  return { ok: { status: response.status, headers: response.headers as Json, body: Buffer.from(response.body).toString('base64') } };
}

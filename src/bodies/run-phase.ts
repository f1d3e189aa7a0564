import { AppError } from '../domain/app-error.ts';
import type { Execution } from '../domain/execution.ts';
import type { BodyAnswer, BodyAsk, BodyMessage, BodyStart } from '../domain/skill-body.ts';
import type { Abortable } from '../ports/abortable.ts';
import { defaultLimits, type RuntimeSpec, type Sandbox, type SandboxLimits } from '../ports/sandbox.ts';
import type { SkillBodies } from '../ports/skill-bodies.ts';
import { type HeardLine, MessageLines } from './message-lines.ts';

export type BodyDone = Extract<BodyMessage, { readonly done: string }>;

/** How a phase ended. A body that fails is a value; the reason is for people, and may hold what the body wrote. */
export type PhaseEnd =
  | { readonly type: 'done'; readonly message: BodyDone; readonly printed: string }
  | { readonly type: 'failed'; readonly reason: string; readonly printed: string };

/** `error`: the body's own words; `failed`: it broke the rules of the pipe. */
type Ending = BodyDone | { readonly error: string } | { readonly failed: string };

export type PhaseDeps = {
  readonly sandbox: Pick<Sandbox, 'run'>;
  readonly runtime: RuntimeSpec;
  readonly bodies: SkillBodies;
  /** Answers what the body asks for. Throws to end the run. */
  readonly answer: (ask: BodyAsk, signal: AbortSignal) => Promise<BodyAnswer>;
};

/** Seconds that a body may take by itself; what the host takes to answer does not count. */
export const bodySeconds = 10;
/** Seconds of a whole phase, answers included. */
const phaseSeconds = 900;
/** Questions to the host in one phase. */
const mostAsks = 200;

const limits: SandboxLimits = {
  ...defaultLimits,
  cpuSeconds: bodySeconds,
  wallSeconds: phaseSeconds,
  resultBytes: 16 * 2 ** 20,
};

/** Runs one phase of a body in its sandbox. Throws `sandbox-failed` or `signal.reason`. */
export async function runPhase(code: string, start: BodyStart, deps: PhaseDeps, { signal }: Abortable = {}): Promise<PhaseEnd> {
  const lines = new MessageLines();
  const silence = new AbortController();
  let heardBytes = 0;
  let asks = 0;
  const heardEnd: { value: Ending | null } = { value: null };
  let patience: NodeJS.Timeout | undefined;
  const listen = (): void => {
    clearTimeout(patience);
    patience = setTimeout(() => silence.abort(silent), bodySeconds * 1000);
  };
  const settle = (heard: HeardLine): BodyAsk | null => {
    if (heardEnd.value !== null) return null;
    if ('fault' in heard) heardEnd.value = { failed: `it wrote ${heard.fault} to its host` };
    else if ('ask' in heard.message) return heard.message;
    else if ('failed' in heard.message) heardEnd.value = { error: describeFailure(heard.message.failed) };
    else if (heard.message.done !== start.phase)
      heardEnd.value = { failed: `it answered for ${heard.message.done} in the phase ${start.phase}` };
    else heardEnd.value = heard.message;
    return null;
  };
  const hear = async (piece: Uint8Array, over: AbortSignal): Promise<Uint8Array> => {
    heardBytes += piece.byteLength;
    clearTimeout(patience);
    const answers: string[] = [];
    for (const heard of lines.push(piece)) {
      const ask = settle(heard);
      if (heardEnd.value !== null && 'failed' in heardEnd.value) throw faulty;
      if (ask === null) continue;
      asks += 1;
      if (asks > mostAsks) throw tooMany;
      answers.push(`${JSON.stringify({ id: ask.id, ...(await deps.answer(ask, over)) })}\n`);
    }
    listen();
    return Buffer.from(answers.join(''));
  };
  const job = deps.bodies.job(code, start, limits);
  listen();
  let execution: Execution;
  try {
    const both = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
    execution = await deps.sandbox.run(deps.runtime, job, { signal: both, dialogue: { hear } });
  } catch (error) {
    if (error === silent) return { type: 'failed', reason: `it said nothing for ${bodySeconds} s`, printed: '' };
    if (error === faulty && heardEnd.value !== null && 'failed' in heardEnd.value)
      return { type: 'failed', reason: heardEnd.value.failed, printed: '' };
    if (error === tooMany) return { type: 'failed', reason: `it asked its host more than ${mostAsks} times`, printed: '' };
    throw error;
  } finally {
    clearTimeout(patience);
  }
  // The last words may have come too late to be heard while it ran.
  for (const heard of lines.push((execution.result ?? new Uint8Array()).subarray(heardBytes))) settle(heard);
  return ended(heardEnd.value, execution);
}

const silent = new Error('the body says nothing');
const faulty = new Error('the body broke its pipe');
const tooMany = new Error('the body asks too much');

const describeFailure = ({ error, message, line }: { readonly error: string; readonly message: string; readonly line: number | null }) =>
  `${error}: ${message}${line === null ? '' : ` (line ${line})`}`;

function ended(end: Ending | null, execution: Execution): PhaseEnd {
  const decoder = new TextDecoder();
  const printed = [execution.stdout, execution.stderr].map((bytes) => decoder.decode(bytes)).join('');
  if (end !== null && 'done' in end) return { type: 'done', message: end, printed };
  if (end !== null) return { type: 'failed', reason: 'error' in end ? end.error : end.failed, printed };
  const { termination } = execution;
  switch (termination.type) {
    case 'setup-failed':
      throw new AppError('sandbox-failed', `the sandbox could not start the skill: ${termination.reason}`, 'anneal sandbox probe');
    case 'limit':
      return { type: 'failed', reason: `it was stopped at its ${termination.limit} limit`, printed };
    case 'signal':
      return { type: 'failed', reason: `it was ended by ${termination.signal}`, printed };
    case 'exit':
      return { type: 'failed', reason: `it ended with code ${termination.code} and no result`, printed };
  }
}

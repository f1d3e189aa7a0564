import { totalmem } from 'node:os';
import type { EffectiveSettings } from '../../config/load-settings.ts';
import type { LanguageId } from '../../domain/contract.ts';
import { inEnglish, type Said, say } from '../../domain/said.ts';
import type { Runtime } from '../suite/open-suite-session.ts';
import type { CliContext } from './cli-context.ts';
import { exitCodeOf, shownError } from './failure.ts';
import { formatBytes } from './format-bytes.ts';
import { freeBytes } from './free-bytes.ts';
import { withInvocation } from './invocation.ts';

/** `needed`: no program can be written without it; `exit`: the exit code of its lack. */
export type Check = {
  readonly name: string;
  readonly ok: boolean;
  readonly needed: boolean;
  readonly detail: string;
  readonly detailSaid: readonly Said[];
  readonly fix: string | null;
  /** Absent where the fix is a command. */
  readonly fixSaid?: readonly Said[];
  readonly exit: number;
};

export type Diagnosis = { readonly ready: boolean; readonly checks: readonly Check[]; readonly next: string; readonly exit: number };

type DoctorContext = Pick<CliContext, 'deps' | 'signal' | 'invocation'>;

const ollamaMs = 1000;
/** Below this a run's programs and the model disturb each other. */
const littleFree = 1e9;

/** `fix`: a command, or a step in words, which has its codes. */
type Found = { readonly said: readonly Said[]; readonly fix?: string; readonly fixSaid?: readonly Said[] };

/** Everything that a run needs, side by side; what takes longest is the sandbox with its canaries. */
export async function diagnose(context: DoctorContext, settings: EffectiveSettings): Promise<Diagnosis> {
  const { values } = settings;
  const { deps } = context;
  const runtime = (name: string, id: LanguageId) =>
    check(context, name, false, async () => ({ said: interpreter(await deps.runtime(id, values)) }));
  const checks = await Promise.all([
    runtime('python', 'python'),
    runtime('lua', 'lua'),
    runtime('node', 'javascript'),
    check(context, 'sandbox', true, () => sandbox(context, settings)),
    check(context, 'model', true, () => chosenModel(context, settings)),
    check(context, 'weights', false, () => weights(context, settings)),
    check(context, 'ollama', false, () => ollama(context, settings)),
    check(context, 'store', true, async () => {
      await deps.store();
      return { said: [say('seen-note', { note: (await deps.folders()).data })] };
    }),
    check(context, 'skills', false, () => skills(context, settings)),
    check(context, 'disk', false, () => disk(context)),
    check(context, 'memory', false, async () => memory()),
  ]);
  const runtimes = checks.slice(0, 3);
  const lacking = [...(runtimes.some(({ ok }) => ok) ? [] : runtimes), ...checks.filter(({ ok, needed }) => needed && !ok)];
  const ready = lacking.length === 0;
  const next = ready
    ? `${context.invocation} run "Return the factorial of n" -l ${firstLanguage(runtimes)}`
    : (lacking.find(({ fix }) => fix !== null)?.fix ?? `${context.invocation} run --backend mock`);
  return { ready, checks, next, exit: ready ? 0 : (lacking[0]?.exit ?? 1) };
}

/** A first run that works with what is here: two examples and many programs, as the embedded model is seldom sure with fewer. */
function firstLanguage(runtimes: readonly Check[]): string {
  const first = runtimes.find(({ name, ok }) => ok && name !== 'python') ?? runtimes[0];
  if (first?.name === 'lua') return 'lua --signature "function factorial(n)" -e "factorial(5) == 120" -e "factorial(0) == 1" -n 32';
  if (first?.name === 'node')
    return 'javascript --signature "function factorial(n)" -e "factorial(5) === 120" -e "factorial(0) === 1" -n 32';
  return 'python --signature "def factorial(n)" -e "factorial(5) == 120" -e "factorial(0) == 1" -n 32';
}

async function check({ signal, invocation }: DoctorContext, name: string, needed: boolean, measure: () => Promise<Found>): Promise<Check> {
  try {
    const { said, fixSaid, fix = fixSaid === undefined ? null : inEnglish(fixSaid) } = await measure();
    const detail = inEnglish(said);
    return { name, ok: true, needed, detail, detailSaid: said, fix, ...(fixSaid === undefined ? {} : { fixSaid }), exit: 0 };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = shownError(thrown, invocation);
    const { code, message, hint } = error;
    const detailSaid = [say('check-failed', { code, message })];
    return { name, ok: false, needed, detail: message, detailSaid, fix: hint, exit: exitCodeOf(error) };
  }
}

/** Which one programs run on, since there may be several; Anneal itself may run on another Node. */
function interpreter({ spec, version }: Runtime): readonly Said[] {
  const { node } = process.versions;
  return [
    say('check-interpreter', { version, path: spec.command[0] ?? spec.id }),
    ...(spec.id.startsWith('node') && node !== version ? [say('check-own-node', { version: node })] : []),
  ];
}

/** Kept programs; what nobody ran here answers nothing, but for shipped ones, which a run verifies itself. */
async function skills({ deps, signal, invocation }: DoctorContext, { values }: EffectiveSettings): Promise<Found> {
  const { skills: all } = await (await deps.skills(values)).list({ signal });
  const verified = all.filter(({ status }) => status === 'verified').length;
  const open = all.filter(({ status }) => status === 'unverified').length;
  const said = [say('check-skills', { all: all.length, verified })];
  return open === 0 ? { said } : { said, fix: `${invocation} skills verify` };
}

async function sandbox({ deps, signal, invocation }: DoctorContext, { values }: EffectiveSettings): Promise<Found> {
  const { level, missing } = await deps.sandbox(values);
  const said = [say('check-sandbox', { level, missing: missing.join(', ') })];
  if (missing.length === 0) return { said };
  const { advice, adviceSaid } = await deps.probeSandbox(signal);
  return {
    said,
    ...(advice.length === 0 ? {} : { fix: withInvocation(advice.join(' '), invocation), fixSaid: adviceSaid }),
  };
}

async function chosenModel({ deps, invocation }: DoctorContext, settings: EffectiveSettings): Promise<Found> {
  const taken = await (await deps.models()).choice(settings);
  const name = taken.model === '' ? taken.backend : `${taken.backend}:${taken.model}`;
  const { bytes, present, whySaid, expectation, expectationSaid, warnings } = taken;
  // What something better would need says what is to be expected of this one.
  const more = warnings.length > 0 ? warnings.flatMap(({ detailSaid = [] }) => detailSaid) : expectation === null ? [] : expectationSaid;
  return {
    said: [say('check-model', { name, bytes, present }), ...whySaid, ...more],
    ...(present === false ? { fix: `${invocation} models pull ${taken.model}` } : {}),
  };
}

async function weights({ deps, signal }: DoctorContext, { values }: EffectiveSettings): Promise<Found> {
  const models = await (await deps.backend('llama-cpp', values)).list({ signal });
  const here = models.filter(({ present }) => present);
  if (here.length === 0) return { said: [say('check-no-weights')] };
  const note = here.map(({ name, bytes }) => (bytes === null ? name : `${name} (${formatBytes(bytes)})`)).join(', ');
  return { said: [say('seen-note', { note })] };
}

async function ollama({ deps, signal }: DoctorContext, { values }: EffectiveSettings): Promise<Found> {
  const models = await (await deps.backend('ollama', values)).list({ signal: AbortSignal.any([signal, AbortSignal.timeout(ollamaMs)]) });
  const names = models.slice(0, 5).map(({ name }) => name);
  return {
    said: [models.length === 0 ? say('check-ollama-bare') : say('check-ollama', { count: models.length, names: names.join(', ') })],
  };
}

async function disk({ deps }: DoctorContext): Promise<Found> {
  const { cache, data } = await deps.folders();
  const free = await freeBytes(cache);
  return {
    said: [say('check-disk', { models: free, runs: await freeBytes(data) })],
    ...(free < littleFree ? { fixSaid: [say('fix-disk')] } : {}),
  };
}

function memory(): Found {
  const limit = process.constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const free = Math.min(process.availableMemory(), total);
  return {
    said: [say('check-memory', { free, total })],
    ...(free < littleFree ? { fixSaid: [say('fix-memory')] } : {}),
  };
}

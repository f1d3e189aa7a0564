import { AppError } from '../domain/app-error.ts';
import type { Contract, Entry } from '../domain/contract.ts';
import { type Json, jsonLoss } from '../domain/json.ts';
import type { Observation } from '../domain/observation.ts';
import type { Call } from '../domain/test.ts';
import type { Language } from '../ports/language.ts';

/**
 * A call as it stands, `stdin: "…"` for a program, or JSON for a host whose programs answer from data. `what` names the input in
 * errors. Throws `bad-input`.
 */
export function readCall(language: Language, text: string, what: string): Call {
  const quoted = `${what} ${JSON.stringify(text.slice(0, 120))}`;
  if (language.host?.entry?.kind === 'chunk-return') return { type: 'context', context: readContext(language, text, quoted) };
  if (!/^\s*stdin\s*:/.test(text)) return { type: 'expression', expression: text.trim() };
  const reading = language.parseExample(`${text.trim()} -> ""`, null);
  if (reading.ok) return reading.value.call;
  throw new AppError('bad-input', `${quoted}: ${reading.reason}`, 'for a program write: stdin: "3 4\\n"');
}

/** The data, also out of an example `{"context": …, "expected": …}`, of which only the input counts here. Throws `bad-input`. */
export function readContext({ host }: Language, source: string, what: string): Json {
  const context = readJson(source, what);
  const loss = jsonLoss(source);
  if (loss !== null) throw new AppError('bad-input', `${what}: ${loss}`, 'change the data, then run the same again');
  const problem = host?.contextProblem(context) ?? null;
  if (problem === null) return context;
  throw new AppError('bad-input', `${what}: ${problem}`, 'see what the host takes: anneal profiles');
}

function readJson(source: string, what: string): Json {
  try {
    const data = JSON.parse(source) as Json;
    const isExample = typeof data === 'object' && data !== null && 'context' in data && 'expected' in data;
    return isExample ? ((data as { readonly context: Json }).context ?? null) : data;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('bad-input', `${what}: no valid JSON: ${reason}`, 'give the data as JSON, or on the command line as @FILE', {
      cause,
    });
  }
}

/** The entry that the calls use; a program whose calls name none is a program or a bag of names. */
export function contractOf({ id: language, host }: Language, calls: readonly Call[]): Contract {
  const [first] = calls;
  if (host !== undefined && host.entry !== null) return { language, profile: host.profile, entry: host.entry };
  if (first?.type === 'context') return { language, entry: { kind: 'chunk-return' } };
  if (first?.type === 'program') return { language, entry: { kind: 'script' } };
  const name = first?.type === 'expression' ? /^([A-Za-z_]\w*)\s*\(/.exec(first.expression)?.[1] : undefined;
  const entry: Entry = name === undefined ? { kind: 'module', exports: [] } : { kind: 'function', name, parameters: [] };
  return { language, entry };
}

export function describeObserved(language: Language, { outcome, stdout, argumentsAfter }: Observation): string {
  const printed = stdout === undefined ? '' : `   printed ${JSON.stringify(stdout)}`;
  const changed =
    argumentsAfter === undefined ? '' : `   arguments after: ${argumentsAfter.map((value) => language.formatValue(value)).join(', ')}`;
  return `${describeOutcome(language, outcome)}${printed}${changed}`;
}

function describeOutcome(language: Language, outcome: Observation['outcome']): string {
  switch (outcome.type) {
    case 'value':
      return [outcome.value, ...(outcome.more ?? [])].map((value) => language.formatValue(value)).join(', ');
    case 'raised':
      return `raised ${outcome.error}: ${outcome.message}`;
    case 'limit':
      return `stopped at the ${outcome.limit} limit`;
    case 'missing':
      return `no result: ${outcome.reason}`;
  }
}

import type { Contract } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import type { Call } from '../../domain/test.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { type ProbeOptions, probeKind, secondsForCalls } from '../probe-job.ts';
import type { LuaPrelude } from './lua-host.ts';

/** The probe's input: fields as `LENGTH:BYTES`, because Lua has no reader for JSON. */
export function luaJob(
  syntax: ExpressionSyntax,
  contract: Contract,
  calls: readonly Call[],
  { nonce, limits, place }: ProbeOptions,
  preludes: readonly LuaPrelude[],
): string {
  const { entry } = contract;
  const exports = entry.kind === 'module' ? entry.exports : [];
  const fields: (string | number)[] = [
    nonce,
    probeKind(contract, calls),
    secondsForCalls(limits),
    entry.kind === 'function' ? entry.name : '',
    (place?.searched ?? []).map((folder) => `./${folder}/?.lua;./${folder}/?/init.lua;`).join(''),
  ];
  fields.push(exports.length, ...exports, preludes.length, ...preludes.flatMap(({ file, source }) => [file, source]), calls.length);
  for (const [index, call] of calls.entries()) {
    if (call.type === 'expression') fields.push(...expressionFields(syntax, call));
    else if (call.type === 'context') fields.push(...contextFields(call.context));
    else {
      const files = Object.entries(call.files ?? {});
      fields.push(stdinFile(index), call.args.length, ...call.args, files.length, ...files.flat());
    }
  }
  return fields.map((field) => `${Buffer.byteLength(String(field))}:${field}`).join('');
}

/** A program reads its input from a real file, so that all ways of reading work. */
export const stdinFile = (index: number): string => `stdin-${index}`;

/** The arguments of a plain call are evaluated first, so that the probe can look at them afterwards. */
function expressionFields(syntax: ExpressionSyntax, call: Call & { readonly type: 'expression' }): readonly string[] {
  const node = syntax.parse(call.expression);
  const outer = node === null ? undefined : syntax.calls(node)[0];
  const split = outer !== undefined && outer.node === node && outer.arguments !== null;
  const source = split ? [outer.name, ...outer.arguments.map(({ text }) => text)].join(', ') : call.expression;
  return [call.setup ?? '', split ? outer.name : '', source];
}

/** The keys of an object become globals; any other context is the global `context`. A profile's prelude gets either as it is. */
function contextFields(context: Json): readonly (string | number)[] {
  const named = typeof context === 'object' && context !== null && !Array.isArray(context);
  return [named ? 'named' : 'single', ...dataFields(context)];
}

/** All digits of a whole number that Lua's integers can hold: the short form of a large one stands for another integer. */
function numberText(data: number): string {
  const isLarge = Number.isInteger(data) && Math.abs(data) > Number.MAX_SAFE_INTEGER;
  const whole = isLarge ? BigInt(data) : null;
  return whole !== null && BigInt.asIntN(64, whole) === whole ? whole.toString() : String(data);
}

/** Data as the probe reads it: a kind, then its parts. Nothing of it is source text there. */
function dataFields(data: Json): readonly (string | number)[] {
  if (data === null) return ['null'];
  if (typeof data === 'string') return ['string', data];
  if (typeof data === 'boolean') return [String(data)];
  if (typeof data === 'number') return ['number', numberText(data)];
  if (Array.isArray(data)) return ['array', data.length, ...(data as readonly Json[]).flatMap(dataFields)];
  const entries = Object.entries(data as { readonly [key: string]: Json });
  return ['object', entries.length, ...entries.flatMap(([key, value]) => [key, ...dataFields(value)])];
}

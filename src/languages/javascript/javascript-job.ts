import type { Contract } from '../../domain/contract.ts';
import type { Call } from '../../domain/test.ts';
import type { SandboxJob } from '../../ports/sandbox.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { type ProbeOptions, probeJob, probeKind, secondsForCalls } from '../probe-job.ts';
import { namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { readProgram } from './javascript-problem.ts';
import { moduleAsFunction } from './module-as-function.ts';

/** The job that runs calls against a program of plain JavaScript. `withoutTypes` makes plain JavaScript of a call's text. */
export function javascriptJob(
  parse: Parse,
  parts: { readonly probe: string; readonly candidate: string; readonly calls: readonly Call[]; readonly contract: Contract },
  syntax: ExpressionSyntax,
  withoutTypes: (source: string) => string,
  { nonce, limits, place }: ProbeOptions,
): SandboxJob {
  const { candidate, calls, contract } = parts;
  const { entry } = contract;
  const kind = probeKind(contract, calls);
  const { format } = readProgram(candidate);
  const wrapped = format === 'module' && kind === 'expression' ? moduleAsFunction(parse, candidate) : null;
  const baseName = format === 'module' ? 'candidate.mjs' : 'candidate.cjs';
  const fileName = kind !== 'expression' || place === undefined || place.folder === '' ? baseName : `${place.folder}/${baseName}`;
  const input = {
    nonce,
    kind,
    seconds: secondsForCalls(limits),
    format: wrapped === null ? format : 'function',
    head: wrapped?.head ?? '',
    fileName,
    strict: /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*["']use strict["']/.test(candidate),
    names: entry.kind === 'function' ? [entry.name] : entry.kind === 'module' ? entry.exports.filter(isName) : [],
    calls: calls.map((call) => (call.type === 'expression' ? expressionCall(syntax, withoutTypes, call) : call)),
  };
  return probeJob({
    probe: { main: 'probe.cjs', text: parts.probe },
    limits,
    candidateName: fileName,
    candidate: wrapped?.body ?? candidate,
    stdin: JSON.stringify(input),
  });
}

const isName = (text: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text);

/** The arguments of a plain call are evaluated first, so that the probe can look at them afterwards. */
function expressionCall(
  syntax: ExpressionSyntax,
  withoutTypes: (source: string) => string,
  call: Call & { readonly type: 'expression' },
): object {
  const parsed = syntax.parse(withoutTypes(call.expression));
  const setup = withoutTypes(call.setup ?? '');
  if (parsed === null) return { setup, expression: call.expression, awaits: false };
  // What a call gives back is awaited in any case.
  const node = parsed.type === 'await_expression' ? syntax.bare(namedChildren(parsed)[0] ?? parsed) : syntax.bare(parsed);
  const awaits = [...walk(node)].some(({ type }) => type === 'await_expression');
  const outer = syntax.calls(node)[0];
  const split = outer !== undefined && outer.node === node && outer.arguments !== null && isName(outer.name) && !awaits;
  const plain = { setup, expression: textOf(node), awaits };
  return split ? { ...plain, callee: outer.name, given: (outer.arguments ?? []).map(textOf).join(', ') } : plain;
}

const textOf = ({ text }: SyntaxNode): string => text;

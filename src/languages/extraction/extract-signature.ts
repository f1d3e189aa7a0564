import type { Entry } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import type { Language, Reply } from '../../ports/language.ts';
import { extractJson } from './extract-json.ts';
import { cleanReply, cutAtEndToken } from './reply-text.ts';

export type Signatures = Pick<Language, 'parseSignature' | 'findSignature' | 'formatSignature'>;

/**
 * The signature that a reply proposes: a definition, a line that is a signature, or name and parameters as JSON (a tool call that
 * was printed as text too). Thoughts propose nothing. Null where there is none.
 */
export function extractSignature(signatures: Signatures, reply: Reply): Entry | null {
  const { text, stillThinking } = cleanReply(`${reply.prefill ?? ''}${reply.text}`);
  if (stillThinking) return null;
  const answer = cutAtEndToken(text);
  // An answer that is JSON would lose what its quotes hide from the language.
  const json = /^\s*(?:[`~]{3,}\w*\s*)?\{/u.test(answer) ? inJson(signatures, reply) : null;
  if (json !== null) return json;
  const found = signatures.findSignature(answer);
  if (found !== null) return found;
  for (const line of answer.split('\n')) {
    const entry = read(signatures, line.replaceAll('`', '').trim());
    if (entry !== null) return entry;
  }
  return inJson(signatures, reply);
}

function inJson(signatures: Signatures, reply: Reply): Entry | null {
  const json = extractJson(reply);
  return json.type === 'value' ? fromJson(signatures, json.value) : null;
}

function read(signatures: Signatures, line: string): Entry | null {
  const reading = signatures.parseSignature(line);
  return reading.ok && reading.value.kind === 'function' ? reading.value : null;
}

type Fields = { readonly [key: string]: Json };
const isObject = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function fromJson(signatures: Signatures, value: Json): Entry | null {
  if (!isObject(value)) return null;
  const inner = value.function ?? value.signature;
  if (isObject(inner)) return fromJson(signatures, inner);
  const whole = typeof inner === 'string' ? read(signatures, inner) : null;
  if (whole !== null) return whole;
  const name = value.name ?? value.function_name ?? inner;
  const names = parameterNames(value.parameters ?? value.params ?? value.arguments ?? value.args);
  if (typeof name !== 'string' || names === null) return null;
  const entry: Entry = { kind: 'function', name, parameters: names.map((parameter) => ({ name: parameter })) };
  // Read back, because a name of a reply may be anything.
  return read(signatures, signatures.formatSignature(entry));
}

/** `["a", "b"]`, `[{"name": "a"}]`, `{"a": …}`, or the properties of a JSON schema. */
function parameterNames(value: Json | undefined): readonly string[] | null {
  if (Array.isArray(value)) {
    const names = value.map((one) => (isObject(one) ? one.name : one));
    return names.every((name) => typeof name === 'string') ? names : null;
  }
  return isObject(value) ? Object.keys(isObject(value.properties) ? value.properties : value) : null;
}

import type { Entry } from '../../domain/contract.ts';
import { type Json, jsonLoss } from '../../domain/json.ts';
import type { Example, Language, Reading } from '../../ports/language.ts';

/**
 * Reads one trusted example as typed: `{"context": …, "expected": …}` for a chunk that answers from the host's variables,
 * anything else in the language's own forms.
 */
export function readExample(text: string, entry: Entry | null, language: Language): Reading<Example> {
  if (!/^\s*\{\s*"(?:context|expected)"\s*:/.test(text)) return language.parseExample(text, entry);
  if (language.id !== 'lua') return { ok: false, reason: `an example with a context is for Lua, not ${language.title}` };
  let data: Record<string, Json>;
  try {
    data = JSON.parse(text) as Record<string, Json>;
  } catch (error) {
    return { ok: false, reason: `not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const loss = jsonLoss(text);
  if (loss !== null) return { ok: false, reason: loss };
  const { context, expected, ...others } = data;
  if (context === undefined || expected === undefined) return { ok: false, reason: 'it needs both "context" and "expected"' };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { ok: false, reason: `"${unknown}" is not known; there are "context" and "expected"` };
  return { ok: true, value: { call: { type: 'context', context }, expected: { type: 'json', value: expected }, source: text.trim() } };
}

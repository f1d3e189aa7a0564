import type { Entry, LanguageId } from '../domain/contract.ts';
import { readExample } from '../engine/tests/read-example.ts';
import type { Language } from '../ports/language.ts';

/** What of a request is read as a language. */
export type RequestText = {
  readonly language: LanguageId;
  readonly profile?: string;
  readonly task: string;
  readonly signature?: string;
  readonly examples: readonly string[];
  /** What examples are read for, where that is known already. */
  readonly entry?: Entry;
};

export type RequestReading = { readonly ok: true } | { readonly ok: false; readonly field: string; readonly reason: string };

/** Reads what callers typed without holding up other callers. */
export type RequestReader = {
  readonly read: (text: RequestText) => Promise<RequestReading>;
  readonly close: () => Promise<void>;
};

/** Reads all that a run will read of its request again, so that what can be read here in time can be read there in time. */
export function readRequestText(language: Language, { task, signature, examples, entry: known }: RequestText): RequestReading {
  const given = signature === undefined ? null : language.parseSignature(signature);
  if (given?.ok === false) return { ok: false, field: 'signature', reason: `cannot be read as ${language.title}` };
  const entry = known ?? (given?.ok === true ? given.value : language.findSignature(task));
  for (const [index, text] of examples.entries()) {
    const reading = readExample(text, entry, language);
    if (!reading.ok) return { ok: false, field: `examples.${index}`, reason: reading.reason };
  }
  language.findExamples(task, entry);
  return { ok: true };
}

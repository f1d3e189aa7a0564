import type { RunRequest } from '../../../../src/domain/run-request.ts';
import type { Schemas } from '../../api/client.ts';

export type ExampleRow = { readonly call: string; readonly gives: string };
/** What is in the form. */
export type Draft = {
  readonly task: string;
  /** Empty: as the request says. */
  readonly language: string;
  readonly profile: string;
  readonly examples: readonly ExampleRow[];
};

export const emptyDraft: Draft = { task: '', language: '', profile: '', examples: [] };
const emptyRow: ExampleRow = { call: '', gives: '' };

const isBlank = ({ call, gives }: ExampleRow): boolean => call.trim() === '' && gives.trim() === '';

/** The rows that are shown: those with something in them, and one to write the next into. */
export function shownRows(examples: readonly ExampleRow[]): readonly ExampleRow[] {
  const last = examples.at(-1);
  return last === undefined || !isBlank(last) ? [...examples, emptyRow] : examples;
}

/** The row that has one half only; −1 where there is none. */
export const halfRow = (examples: readonly ExampleRow[]): number =>
  examples.findIndex((row) => !isBlank(row) && (row.call.trim() === '' || row.gives.trim() === ''));

const raises = /^(?:raises\s+)?([A-Za-z_][\w.]*(?:Error|Exception))$/;

/** A row as an example is typed elsewhere: `f(3) == 6`, `f("") raises ValueError`. */
export function asExample({ call, gives }: ExampleRow): string {
  const value = gives.trim();
  const error = raises.exec(value)?.[1];
  if (error !== undefined) return `${call.trim()} raises ${error}`;
  return /^raises\b/.test(value) ? `${call.trim()} ${value}` : `${call.trim()} == ${value}`;
}

/** The other way, for a request that is asked again. */
export function asRow(example: string): ExampleRow {
  const raised = /^(.*\S)\s+(raises\b.*)$/su.exec(example);
  if (raised !== null) return { call: raised[1] ?? '', gives: raised[2] ?? '' };
  const at = splitAt(example);
  return at === null ? { call: example, gives: '' } : { call: example.slice(0, at.from).trim(), gives: example.slice(at.to).trim() };
}

/** The last ` == ` or ` -> ` outside of quotes and brackets. */
function splitAt(text: string): { readonly from: number; readonly to: number } | null {
  let depth = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === '\\') index += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (depth === 0 && /^(?:==|->)/.test(text.slice(index, index + 2))) return { from: index, to: index + 2 };
  }
  return null;
}

/** A request as the form takes it. */
export const draftOf = ({ message, task, language, profile, examples }: RunRequest): Draft => ({
  task: message ?? task,
  language: language ?? '',
  profile: profile ?? '',
  examples: examples.map(asRow),
});

/** What is sent. Somebody is there to answer a question. */
export function toRunInput({ task, language, profile, examples }: Draft): Schemas['RunInput'] {
  const rows = examples.filter((row) => !isBlank(row));
  return {
    task,
    interactive: true,
    ...(language === '' ? {} : { language: language as NonNullable<Schemas['RunInput']['language']> }),
    ...(profile === '' ? {} : { profile }),
    ...(rows.length === 0 ? {} : { examples: rows.map(asExample) }),
  };
}

/** What was left in the form when the page was closed. */
export function readDraft(stored: string | null): Draft {
  if (stored === null) return emptyDraft;
  try {
    const { task, language, profile, examples } = JSON.parse(stored) as Partial<Draft>;
    return {
      task: String(task ?? ''),
      language: String(language ?? ''),
      profile: String(profile ?? ''),
      examples: Array.isArray(examples)
        ? examples.map(({ call, gives }) => ({ call: String(call ?? ''), gives: String(gives ?? '') }))
        : [],
    };
  } catch {
    return emptyDraft;
  }
}

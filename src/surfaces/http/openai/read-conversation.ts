import type { LanguageId } from '../../../domain/contract.ts';
import { languageOfFile, languageOfTag } from '../../language-names.ts';
import { type Wanted, whatIsWanted } from './about-code.ts';
import type { ChatMessage, ChatRequest } from './chat-request.ts';
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts';
import { refusal } from './openai-error.ts';

/** A program that the conversation shows, to be revised. */
export type ShownProgram = {
  readonly code: string;
  readonly language: LanguageId | null;
  readonly file: string | null;
  readonly fence: string;
};

export type ConversationTask =
  | {
      readonly type: 'program';
      /** What the last message asks for. */
      readonly message: string;
      /** What was asked before, oldest first. */
      readonly earlier: readonly string[];
      readonly program: ShownProgram | null;
      /** The answer must be a listing of the whole file; `file` null: nobody has named one. */
      readonly listing: { readonly file: string | null; readonly fence: string } | null;
      /** Files that are shown and not to be changed. */
      readonly context: string | null;
      /** A system prompt that says more than the form of the answer is not followed. */
      readonly hasInstructions: boolean;
    }
  | Extract<Wanted, { type: 'text' }>;

/** Everything before it belongs to the examples of a prompt. */
const newCodeBase = /switched to a new code base/i;
const shownFiles = /added these files to the chat/i;
const readOnlyFiles = /READ[- ]ONLY files/i;
/** Messages by which editors say what there is: nobody's request. */
const setting =
  /added these files to the chat|READ[- ]ONLY files|^Here are summaries of some files|^I am not sharing any files|^Don't try and edit any existing code/i;

/** What the conversation asks for. Throws a refusal for edit formats that cannot be given, and for several files at once. */
export function readConversation({ messages, schema, run }: Pick<ChatRequest, 'messages' | 'schema' | 'run'>): ConversationTask {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n');
  const text = withoutReminder(messages[last]?.content ?? '', system);
  if (text.trim() === '') throw refusal(`messages.${last}.content`, 'is blank', 'say what the program must do');
  if (schema !== null) return { type: 'text', reason: 'the answer must be JSON', isShort: false };
  const start = messages.findLastIndex(({ content }, index) => index < last && newCodeBase.test(content)) + 1;
  const history = messages.slice(start, last);
  const listing = /\bfile listing\b/i.test(system);
  const files = history.flatMap(({ role, content }) =>
    role === 'user' && shownFiles.test(content) ? fencedBlocks(content).filter(({ file }) => file !== null) : [],
  );
  const found = listing || files.length > 0 ? fileToChange(files, text, last) : newestProgram(history, text);
  if (found === 'other') return { type: 'text', reason: 'files of that kind cannot be run here', isShort: false };
  const own = found !== null && found.code.trim() !== '' && text.includes(found.code.trim()) ? withoutBlock(text, found.code) : text;
  // Whoever says how the program is entered or tested wants one.
  const wanted = Object.keys(run).length > 0 ? null : whatIsWanted(system, own, found !== null);
  if (wanted?.type === 'text') return wanted;
  if (/SEARCH\/REPLACE|\bdiff -U0\b|unified diffs?\b/i.test(system)) {
    throw refusal('messages', 'edits as SEARCH/REPLACE blocks or diffs are not made', 'ask for whole files; in aider: --edit-format whole');
  }
  const context = history.filter(({ role, content }) => role === 'user' && readOnlyFiles.test(content)).map(({ content }) => content);
  return {
    type: 'program',
    message: own,
    earlier: history.flatMap(({ role, content }) => (role === 'user' && !setting.test(content) ? [content] : [])),
    program: found,
    listing: listing ? { file: found?.file ?? namedFile(text), fence: found?.fence ?? '```' } : null,
    context: context.length === 0 ? null : context.join('\n\n'),
    hasInstructions: system.trim() !== '' && !listing,
  };
}

/** Editors repeat their system prompt behind the request. */
function withoutReminder(text: string, system: string): string {
  for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n', at + 1)) {
    const rest = text.slice(at).trim();
    if (rest.length > 40 && system.includes(rest)) return text.slice(0, at);
  }
  return text;
}

const asShown = ({ code, tag, file, fence }: FencedBlock): ShownProgram => ({
  code,
  file,
  fence,
  language: (file === null ? undefined : languageOfFile(file)) ?? languageOfTag(tag) ?? null,
});

/** Of files in the chat the one that the request names, or the only one. */
function fileToChange(files: readonly FencedBlock[], text: string, index: number): ShownProgram | 'other' | null {
  if (files.length === 0) return null;
  const base = (file: string | null): string => file?.split('/').at(-1) ?? '';
  const named = files.filter(({ file }) => text.includes(base(file)));
  const [chosen, second] = files.length === 1 ? files : named;
  if (chosen === undefined || second !== undefined) {
    throw refusal(
      `messages.${index}`,
      `${files.length} files are in the chat, and one can be changed at a time`,
      'name one of them, or drop the others',
    );
  }
  const shown = asShown(chosen);
  return shown.language === null ? 'other' : shown;
}

/** The newest block that is a program: in the history, or in the request itself. */
function newestProgram(history: readonly ChatMessage[], text: string): ShownProgram | null {
  const messages = [...history.filter(({ role }) => role !== 'system').map(({ content }) => content), text];
  for (const content of messages.toReversed()) {
    const block = fencedBlocks(content).findLast(({ tag, code, file }) => {
      const known = languageOfTag(tag) !== undefined || (file !== null && languageOfFile(file) !== undefined);
      return code.trim() !== '' && (known || (tag === '' && looksLikeProgram(code)));
    });
    if (block !== undefined && looksLikeProgram(block.code)) return asShown(block);
  }
  return null;
}

/** It defines something; a block of calls and results is none. */
const looksLikeProgram = (code: string): boolean =>
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def|class|function|local\s+function|local|const|let|var|return)\b|^\s*\w+\s*=[^=]|^\s*(?:import|from|print|for|while|if)\b/m.test(
    code,
  );

function withoutBlock(text: string, code: string): string {
  const block = fencedBlocks(text).findLast((one) => one.code === code);
  return block === undefined ? text : `${text.slice(0, block.start)}${text.slice(block.end)}`.trim();
}

const namedFile = (text: string): string | null =>
  [...text.matchAll(/[\w./-]+\.[A-Za-z]{2,4}\b/g)].map(([name]) => name).find((name) => languageOfFile(name) !== undefined) ?? null;

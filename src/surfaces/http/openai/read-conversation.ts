import type { LanguageId } from '../../../domain/contract.ts';
import { languageOfFile, languageOfTag } from '../../language-names.ts';
import { plainName } from '../../plain-name.ts';
import { type Wanted, whatIsWanted } from './about-code.ts';
import type { ChatMessage, ChatRequest } from './chat-request.ts';
import { chosenFile } from './chosen-file.ts';
import { type EditForm, editFormOf } from './edit-form.ts';
import { type FencedBlock, fenced, fencedBlocks } from './fenced-blocks.ts';
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
      /** The answer must be a change of a file that an editor applies; `file` null: nobody has named one. */
      readonly edit: { readonly form: EditForm; readonly file: string | null; readonly fence: string } | null;
      /** Files that are shown and not to be changed. */
      readonly context: string | null;
      /** Files that are there beside the program when it runs, by their names. */
      readonly beside: Readonly<Record<string, string>>;
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

/** Agents that have a model write its calls of tools into its text. */
const toolsInText = /<attempt_completion>|tool uses? (?:is|are) formatted using XML/i;

/** What the conversation asks for. Throws a refusal for edit formats that cannot be given, and where nobody says which file to change. */
export function readConversation({ messages, schema, run }: Pick<ChatRequest, 'messages' | 'schema' | 'run'>): ConversationTask {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n');
  const text = withoutReminder(messages[last]?.content ?? '', system);
  if (text.trim() === '') throw refusal(`messages.${last}.content`, 'is blank', 'say what the program must do');
  if (schema !== null) return { type: 'text', reason: 'the answer must be JSON', isShort: false };
  if (toolsInText.test(system)) return { type: 'text', reason: 'the system prompt asks for calls of tools', isShort: false };
  const start = messages.findLastIndex(({ content }, index) => index < last && newCodeBase.test(content)) + 1;
  const history = messages.slice(start, last);
  const filesIn = (marker: RegExp): readonly FencedBlock[] =>
    history.flatMap(({ role, content }) =>
      role === 'user' && marker.test(content) ? fencedBlocks(content).filter(({ file }) => file !== null) : [],
    );
  const files = filesIn(shownFiles);
  const form = editFormOf(
    system,
    messages
      .slice(0, start)
      .map(({ content }) => content)
      .join('\n'),
  );
  // An editor shows the files that may be changed; what stood in earlier answers is in them, or was thrown away.
  const found = files.length > 0 ? fileToChange(files, text) : form === null ? newestProgram(history, text) : null;
  if (found === 'other') return { type: 'text', reason: 'files of that kind cannot be run here', isShort: false };
  if (found === 'many') {
    const asked = whatIsWanted(system, text, true);
    if (asked.type === 'text') return asked;
    throw refusal(
      `messages.${last}`,
      `${files.length} files are in the chat, and one can be changed at a time`,
      'name one of them, or a function in it, or drop the others',
    );
  }
  const own = found !== null && found.code.trim() !== '' && text.includes(found.code.trim()) ? withoutBlock(text, found.code) : text;
  // Whoever says how the program is entered or tested wants one.
  const wanted = Object.keys(run).length > 0 ? null : whatIsWanted(system, own, found !== null);
  if (wanted?.type === 'text') return wanted;
  if (form === 'patch') {
    throw refusal('messages', 'edits as patches of that kind are not made', 'ask for whole files or diffs; in aider: --edit-format whole');
  }
  const beside = filesBeside([...filesIn(readOnlyFiles), ...files], found);
  const given = history.filter(({ role, content }) => role === 'user' && readOnlyFiles.test(content)).map(({ content }) => content);
  const context = [...given, ...usedFiles(beside, filesIn(readOnlyFiles), found)];
  return {
    type: 'program',
    message: own,
    earlier: history.flatMap(({ role, content }) => (role === 'user' && !setting.test(content) ? [content] : [])),
    program: found,
    edit: form === null ? null : { form, file: found?.file ?? namedFile(text), fence: found?.fence ?? '```' },
    context: context.length === 0 ? null : context.join('\n\n'),
    beside,
    hasInstructions: system.trim() !== '' && form === null,
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

/** Of files in the chat the one that the request is about. */
function fileToChange(files: readonly FencedBlock[], text: string): ShownProgram | 'other' | 'many' {
  const chosen = chosenFile(files, text);
  if (chosen === null) return 'many';
  const shown = asShown(chosen);
  return shown.language === null ? 'other' : shown;
}

/** The other files, where the program has a place among them. */
function filesBeside(files: readonly FencedBlock[], program: ShownProgram | null): Readonly<Record<string, string>> {
  const own = program?.file ?? null;
  if (own === null || !plainName.test(own)) return {};
  return Object.fromEntries(
    files.flatMap(({ file, code }) => (file !== null && file !== own && plainName.test(file) ? [[file, code]] : [])),
  );
}

/** Of those the ones that the program names, and that are not shown to the model anyway. */
function usedFiles(
  beside: Readonly<Record<string, string>>,
  shown: readonly FencedBlock[],
  program: ShownProgram | null,
): readonly string[] {
  return Object.entries(beside).flatMap(([file, code]) => {
    const stem = /([^/]+?)\.\w+$/.exec(file)?.[1] ?? file;
    const isUsed = !shown.some((one) => one.file === file) && program?.code.includes(stem) === true;
    return isUsed ? [`${file}\n${fenced(code, '')}`] : [];
  });
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

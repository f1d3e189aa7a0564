import type { LanguageId } from '../../../domain/contract.ts';
import type { RunRequest } from '../../../domain/run-request.ts';
import type { Language } from '../../../ports/language.ts';
import { inConversation, newestThatFit } from '../../../sessions/conversation.ts';
import { withStatements } from '../../../sessions/session-tests.ts';
import { inferLanguage } from '../../infer-language.ts';
import { inferProfile } from '../../infer-profile.ts';
import { languageOfFile } from '../../language-names.ts';
import { checkRequestText, type RunInput, toRunRequest } from '../../to-run-request.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { ChatRequest } from './chat-request.ts';
import type { ConversationTask } from './read-conversation.ts';

type ProgramTask = Extract<ConversationTask, { type: 'program' }>;

/** Tokens of earlier messages in a prompt, as in sessions. */
const mostEarlierTokens = 1024;

/** The run that a conversation asks for. Throws `bad-input` for what cannot be read. */
export async function programRequest(task: ProgramTask, request: ChatRequest, deps: HttpDeps, signal: AbortSignal): Promise<RunRequest> {
  const { program, message, earlier, context } = task;
  const { run, temperature, seed } = request;
  const id =
    run.language ??
    languageOf(task) ??
    (run.profile === undefined ? undefined : deps.profiles.find(({ name }) => name === run.profile)?.language);
  const profile = run.profile ?? (id === 'lua' ? inferProfile([message]) : null);
  const spoken = await deps.language(id ?? deps.defaults.language ?? 'python', profile ?? undefined);
  // Statements are looked for in all of it, here and by the run.
  await checkRequestText({ language: spoken.id, task: [...earlier, message].join('\n'), examples: [] }, deps);
  const kept = await newestThatFit(earlier, mostEarlierTokens, deps.countTokens, { signal });
  const input: RunInput = {
    task: inConversation(message, kept),
    ...(temperature === null ? {} : { temperature }),
    ...(seed === null ? {} : { seed }),
    ...(context === null ? {} : { context }),
    ...run,
    ...(id === undefined ? {} : { language: id }),
    ...(profile === null ? {} : { profile }),
    examples: [...(run.examples ?? []), ...stated(earlier, message, spoken)],
  };
  // Nobody can answer a question here: what is not sure is handed back as that.
  const { mayWait: _nobodyAnswers, ...base } = await toRunRequest(input, deps);
  const whole = { ...base, message };
  if (program === null || program.code.trim() === '') return whole;
  const among = Object.keys(task.beside).length === 0 || program.file === null ? {} : { siblings: task.beside, program: program.file };
  return {
    ...whole,
    ...among,
    code: program.code,
    ...(base.signature === undefined ? entryOf(program.code, message, base.examples, spoken) : {}),
  };
}

/** By the file, then the request, then the program that is shown. */
function languageOf({ program, edit, message }: ProgramTask): LanguageId | undefined {
  const file = program?.file ?? edit?.file;
  const byFile = file === null || file === undefined ? undefined : languageOfFile(file);
  return (
    byFile ??
    program?.language ??
    inferLanguage({ task: message }) ??
    (program === null ? undefined : (inferLanguage({ task: program.code }) ?? undefined))
  );
}

/** What earlier messages said of results, where the last one does not say otherwise; its own are read by the run. */
function stated(earlier: readonly string[], message: string, spoken: Language): readonly string[] {
  if (earlier.length === 0) return [];
  const before = earlier.reduce<readonly string[]>((tests, text) => withStatements(tests, text, null, spoken).examples, []);
  return before.length === 0 ? [] : withStatements(before, message, null, spoken).examples;
}

/** How the revised program is entered: as the request says, else the one function that there is, else by all that it offers. */
function entryOf(code: string, message: string, examples: readonly string[], spoken: Language): { signature?: string; exports?: string[] } {
  if (spoken.host?.entry !== undefined && spoken.host.entry !== null) return {};
  const offered = (spoken.suites?.exportsOf(code).all ?? []).filter((name) => /^[A-Za-z]\w*$/.test(name));
  const asked = [...examples.flatMap((text) => exampleOf(text, spoken)), ...spoken.findExamples(message, null)].flatMap((example) => {
    const entry = spoken.entryFromExample(example);
    return entry?.kind === 'function' ? [entry.name] : [];
  });
  const inMessage = spoken.findSignature(message);
  const names = [...new Set([...offered, ...asked, ...(inMessage?.kind === 'function' ? [inMessage.name] : [])])];
  const [only, second] = names;
  if (only === undefined) return {};
  if (second !== undefined) return { exports: names };
  const entry = spoken.findSignature(code);
  return entry?.kind === 'function' && entry.name === only ? { signature: spoken.formatSignature(entry) } : { exports: names };
}

function exampleOf(text: string, spoken: Language) {
  const reading = spoken.parseExample(text, null);
  return reading.ok ? [reading.value] : [];
}

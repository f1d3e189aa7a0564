import { resolve } from 'node:path';
import type { EffectiveSettings } from '../../config/load-settings.ts';
import { AppError } from '../../domain/app-error.ts';
import type { LanguageId } from '../../domain/contract.ts';
import type { RunRequest } from '../../domain/run-request.ts';
import { inferLanguage } from '../infer-language.ts';
import { inferProfile } from '../infer-profile.ts';
import { refuseUnavailable } from '../unavailable-language.ts';
import type { CliContext, CommonOptions } from './cli-context.ts';
import type { DemoRequest } from './cli-deps.ts';
import { languageNamed } from './program-file.ts';
import { checkAgainstLanguage, expandExamples, unreadPairs } from './read-examples.ts';
import { readInputFile } from './read-input-file.ts';
import { readTask } from './read-task.ts';
import { defaultsFrom } from './run-defaults.ts';
import { checkProfile, type RunOptions } from './run-options.ts';

const maxContextBytes = 256 * 1024;

/** The run's request from task, flags and settings, checked as far as that needs no model. Throws `usage` or `bad-input`. */
export async function buildRequest(
  context: CliContext,
  options: RunOptions & CommonOptions,
  settings: EffectiveSettings,
  argument: string | undefined,
  onReading: () => void = () => undefined,
): Promise<RunRequest> {
  const { values, sources } = settings;
  const isDemo = values.backend === 'mock';
  const interactive = context.terminal.interactive && options.input !== false && !options.json && !options.events;
  if (options.language !== undefined) languageNamed(options.language);
  const asked = { argument, flag: options.task, mayAsk: interactive && !isDemo, hasDemo: isDemo };
  const typed = await readTask(context, { ...asked, onReading });
  const demo = typed === null || isDemo ? await context.deps.demoRequest() : null;
  const own = typed === null ? demo : null;
  const task = typed ?? own?.task ?? '';
  const examples = await expandExamples(options.example ?? own?.examples ?? [], context.workingFolder);
  const signature = options.signature ?? own?.signature;
  const { profiles } = context.deps;
  const ofProfile = profiles.find(({ name }) => name === options.profile)?.language;
  const language =
    options.language === undefined && ofProfile !== undefined
      ? ofProfile
      : chooseLanguage({ task, examples, signature }, options, settings, own);
  checkProfile(options.profile, language, profiles);
  const profile = options.profile ?? (language === 'lua' ? await namedHost(context, [task, ...examples]) : undefined);
  const spoken = await context.deps.language(language, profile);
  checkAgainstLanguage({ task, signature, examples }, spoken);
  for (const pair of unreadPairs({ task, signature, examples }, spoken)) {
    context.terminal.alert(`warning: "${pair}" does not count as an example; write the whole call: -e 'f(…) == …'`, 'yellow');
  }
  if (typed !== null && demo?.takes(typed) === false) {
    throw new AppError(
      'usage',
      'the demo has no model: it knows one task only, the second largest number of a list',
      'leave the task out to see it, or choose a real model: -b llama-cpp, or -b ollama',
    );
  }
  const data =
    options.context === undefined
      ? undefined
      : await readInputFile(resolve(context.workingFolder, options.context), { what: 'context', maxBytes: maxContextBytes });
  return {
    ...defaultsFrom(settings),
    task,
    language,
    ...(profile === undefined ? {} : { profile }),
    ...(signature === undefined ? {} : { signature }),
    examples: [...examples],
    ...(data === undefined ? {} : { context: data }),
    // The demo shows a search.
    ...(options.skills === false || isDemo ? { skills: false } : {}),
    ...(sources.maxIters.layer === 'flag' ? { repairs: true } : {}),
    interactive,
    // Who takes an unsure program does not want a question instead; the demo has nobody to answer it.
    ...(interactive || isDemo || options.acceptUnsure ? {} : { mayWait: true }),
  };
}

/** The host that a request for Lua names itself, where its Lua is here; it is said, because `--profile lua54` takes it back. */
async function namedHost({ deps, terminal, invocation }: CliContext, texts: readonly string[]): Promise<string | undefined> {
  const named = inferProfile(texts);
  if (named === null || !deps.profiles.some(({ name }) => name === named)) return undefined;
  try {
    await deps.runtime('lua', { python: null }, named);
  } catch {
    terminal.note(`the request names the host ${named}, whose Lua is not here (${invocation} profiles): plain Lua 5.4 instead`);
    return undefined;
  }
  terminal.note(`profile ${named}, which the request names; --profile lua54 for plain Lua`);
  return named;
}

type Hints = { readonly task: string; readonly examples: readonly string[]; readonly signature: string | undefined };

function chooseLanguage(hints: Hints, options: RunOptions, { values }: EffectiveSettings, demo: DemoRequest | null): LanguageId {
  if (options.language !== undefined) return languageNamed(options.language);
  if (demo !== null) return demo.language;
  const { task, examples, signature } = hints;
  if (signature === undefined) refuseUnavailable(task, '-l python');
  const inferred = inferLanguage({ task, examples, ...(signature === undefined ? {} : { signature }) });
  return inferred ?? values.language ?? 'python';
}

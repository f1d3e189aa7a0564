import type { Settings } from '../config/setting-keys.ts';
import { AppError } from '../domain/app-error.ts';
import type { Warning } from '../domain/run-event.ts';
import { inEnglish, type Said, say } from '../domain/said.ts';
import { isCodeModel } from '../models/served/likely-code-model.ts';
import type { ModelListing, ModelProvider } from '../ports/model-provider.ts';
import { listens } from './listens.ts';

export type ModelChoice = {
  readonly provider: ModelProvider;
  readonly name: string;
  /** In one clause, for the person. */
  readonly why: string;
  readonly whySaid: readonly Said[];
  /** Nobody named it: another one may be taken when it cannot be had. */
  readonly byItself: boolean;
  readonly expectation?: string;
  readonly expectationSaid?: readonly Said[];
  readonly warnings: readonly Warning[];
};

export type ChooseModelDeps = {
  readonly provider: (backend: string) => Promise<ModelProvider>;
  readonly defaultEmbeddedModel: string;
  readonly signal: AbortSignal;
};

type Wanted = Pick<Settings, 'backend' | 'model' | 'ollamaModel' | 'ollamaUrl'>;

/** How long `auto` waits for an Ollama that may not be there. */
const probeMs = 300;
/** And for one that takes connections, on a machine that is busy or is just starting it. */
const answerMs = 5000;

/** `auto`: a configured model, else a reachable Ollama with a code model, else the embedded model. */
export async function chooseModel(wanted: Wanted, deps: ChooseModelDeps): Promise<ModelChoice> {
  switch (wanted.backend) {
    case 'auto':
      return chooseByItself(wanted, deps);
    case 'llama-cpp':
      return embedded(wanted.model, say('choice-embedded'), deps);
    default: {
      const provider = await deps.provider(wanted.backend);
      const asked = wanted.model ?? (wanted.backend === 'ollama' ? wanted.ollamaModel : null);
      if (asked !== null) return named(provider, asked, say('choice-named'));
      const suggested = await provider.suggest?.({ signal: deps.signal });
      return suggested === undefined ? named(provider, '', say('choice-backend')) : named(provider, suggested.name, ...suggested.whySaid);
    }
  }
}

async function chooseByItself(wanted: Wanted, deps: ChooseModelDeps): Promise<ModelChoice> {
  if (wanted.model?.endsWith('.gguf')) return embedded(wanted.model, say('choice-file'), deps);
  const ollama = await deps.provider('ollama');
  const there = await listQuickly(ollama, wanted.ollamaUrl, deps.signal);
  const asked = wanted.model ?? wanted.ollamaModel;
  if (asked !== null) {
    const name = matching(there, asked);
    return name === null
      ? embedded(wanted.model, say('choice-named-nowhere', { name: asked }), deps)
      : named(ollama, name, say('choice-named-ollama'));
  }
  const code = there.find((model) => isCodeModel(model.name));
  if (code !== undefined) return named(ollama, code.name, say('choice-ollama'));
  return embedded(null, there.length > 0 ? say('choice-no-code-model') : say('choice-no-ollama'), deps);
}

const named = (provider: ModelProvider, name: string, ...whySaid: readonly Said[]): ModelChoice => ({
  provider,
  name,
  why: inEnglish(whySaid),
  whySaid,
  byItself: false,
  warnings: [],
});

async function embedded(asked: string | null, why: Said, deps: ChooseModelDeps): Promise<ModelChoice> {
  const provider = await deps.provider('llama-cpp');
  if (asked !== null) return named(provider, asked, why);
  const suggested = await provider.suggest?.({ signal: deps.signal });
  if (suggested === undefined) return { ...named(provider, deps.defaultEmbeddedModel, why), byItself: true };
  const { name, expectation, expectationSaid, warning } = suggested;
  return {
    ...named(provider, name, why, ...suggested.whySaid),
    byItself: true,
    expectation,
    expectationSaid,
    warnings: warning === undefined ? [] : [warning],
  };
}

/** What is there within the probe's time; nothing when nobody answers. */
async function listQuickly(provider: ModelProvider, url: string, signal: AbortSignal): Promise<readonly ModelListing[]> {
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  const giveUp = (): void => over.abort(new DOMException('Nobody answers.', 'TimeoutError'));
  const isThere = listens(url, probeMs, within);
  const usual = setTimeout(() => void isThere.then((is) => !is && giveUp()), probeMs);
  const longest = setTimeout(giveUp, answerMs);
  try {
    return (await provider.list({ signal: within })).filter(({ present }) => present);
  } catch {
    signal.throwIfAborted();
    return [];
  } finally {
    clearTimeout(usual);
    clearTimeout(longest);
    over.abort();
  }
}

const matching = (models: readonly ModelListing[], asked: string): string | null =>
  models.find(({ name }) => name === asked || name === `${asked}:latest`)?.name ?? null;

/** What to do when `auto` ends with a model that cannot be had. */
export function withAlternatives(error: unknown): unknown {
  if (!(error instanceof AppError) || !['weights-unavailable', 'model-missing', 'no-space', 'weights-corrupt'].includes(error.code))
    return error;
  const others =
    'or start Ollama with a code model (ollama pull qwen2.5-coder:7b), or give --model FILE.gguf, or see a demo: anneal run --backend mock';
  return new AppError(error.code, error.message, `${error.hint.replace(/\.$/, '')}; ${others}`, { cause: error });
}

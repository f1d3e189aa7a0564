import { availableParallelism, freemem } from 'node:os';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Model } from '../../ports/model.ts';
import type { ModelListing, ModelProvider, PullProgress } from '../../ports/model-provider.ts';
import { thisMachine } from '../machine.ts';
import { suggestEmbedded } from '../weights/suggest-embedded.ts';
import { findWeights, listWeights, pullWeights, removeWeights } from '../weights/weights-cache.ts';
import { failureError } from './failure-error.ts';
import { LlamaCppModel } from './llama-cpp-model.ts';
import { ModelProcess, type ProcessLimits } from './model-process.ts';
import type { LoadedInfo } from './protocol.ts';

export type LlamaCppOptions = {
  /** Where fetched weights are kept. */
  readonly cacheFolder: string;
  /** The compiled `child.js`. */
  readonly childEntry: URL;
  /** Evaluating threads; never more than there are cores. Default: all cores. */
  readonly threads?: number;
  /** Bound of the memory for evaluated tokens. Default: a quarter of what is free, at most 1 GiB. */
  readonly cacheBytes?: number;
  readonly limits?: Partial<ProcessLimits>;
};

type Loaded = { readonly process: ModelProcess; readonly info: LoadedInfo };

const backend = 'llama-cpp';
const defaultLimits: ProcessLimits = { stallMs: 60_000, requestMs: 600_000, cancelGraceMs: 1000 };
const mebibyte = 1024 * 1024;

/** The embedded model: llama.cpp in a process of its own, with packaged weights or a GGUF file that the user gives. */
export function createLlamaCppProvider(options: LlamaCppOptions): ModelProvider {
  return {
    backend,
    list: (): Promise<readonly ModelListing[]> => listWeights(options.cacheFolder),
    suggest: async ({ signal }: Abortable = {}) => {
      if (!isInstalled()) throw failureError('dependency-missing', 'it was left out or failed to install');
      return suggestEmbedded(options.cacheFolder, thisMachine(), signal);
    },
    pull: (name: string, pullOptions: Abortable = {}): AsyncIterable<PullProgress> => pullWeights(name, options.cacheFolder, pullOptions),
    remove: (name: string): Promise<void> => removeWeights(name, options.cacheFolder),
    open: (name: string, openOptions: Abortable = {}): Promise<Model> => openModel(options, name, openOptions),
  };
}

async function openModel(options: LlamaCppOptions, name: string, { signal }: Abortable): Promise<Model> {
  const weights = await findWeights(name, options.cacheFolder);
  const cores = availableParallelism();
  const load = {
    weightsFile: weights.file,
    threads: Math.max(1, Math.min(options.threads ?? cores, cores)),
    cacheBytes: options.cacheBytes ?? defaultCacheBytes(),
  };
  const processOptions = { childEntry: options.childEntry, limits: { ...defaultLimits, ...options.limits } };
  let running: Promise<Loaded> | null = null;
  let closed = false;

  const start = async (): Promise<Loaded> => {
    const process = await ModelProcess.start(processOptions);
    try {
      const result = await process.perform({ type: 'load', load: { ...load, stateFolder: process.stateFolder } });
      if (result.type !== 'loaded') throw new TypeError(`The model process answered with '${result.type}'.`);
      return { process, info: result.info };
    } catch (cause) {
      await process.kill();
      throw cause;
    }
  };

  // A start is shared by all who wait for it, so it belongs to no single signal.
  const current = async (): Promise<Loaded> => {
    for (;;) {
      if (closed) throw new AppError('conflict', `The model ${name} was closed.`, 'Open it again.');
      running ??= start();
      const held: Promise<Loaded> = running;
      const loaded = await held.catch((cause: unknown) => {
        if (running === held) running = null;
        throw cause;
      });
      if (!loaded.process.isOver) return loaded;
      if (running === held) running = null;
    }
  };

  const close = async (): Promise<void> => {
    closed = true;
    const held = await running?.catch(() => null);
    await held?.process.kill();
  };

  const abort = (): void => void close();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    const { info } = await current();
    signal?.throwIfAborted();
    const { name: shown, fingerprint } = weights;
    return new LlamaCppModel({ id: `${backend}:${shown}`, fingerprint, info, process: async () => (await current()).process, close });
  } catch (cause) {
    await close();
    throw cause;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Whether the optional library is there; whether it works shows when it is loaded. */
function isInstalled(): boolean {
  try {
    import.meta.resolve('node-llama-cpp');
    return true;
  } catch {
    return false;
  }
}

function defaultCacheBytes(): number {
  return Math.max(64 * mebibyte, Math.min(1024 * mebibyte, Math.floor(freemem() / 4)));
}

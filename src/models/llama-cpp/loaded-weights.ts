import type { ChatWrapper, Llama, LlamaModel } from 'node-llama-cpp';
import { FreeCores } from './free-cores.ts';
import { PrefixStore } from './prefix-store.ts';
import type { LoadOptions } from './protocol.ts';
import { SequencePool } from './sequence-pool.ts';

/** Weights in memory, with the sequences that evaluate them. Lives in the child process. */
export type LoadedWeights = {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly wrapper: ChatWrapper | null;
  readonly pool: SequencePool;
  /** Gives the next steps as many threads as there are free cores. */
  readonly adaptThreads: () => void;
};

export class DependencyMissingError extends Error {}

const prefixShare = 0.125;

export async function loadWeights(options: LoadOptions): Promise<LoadedWeights> {
  const library = await importLibrary();
  const llama = await library.getLlama({
    build: 'never',
    gpu: false,
    maxThreads: options.threads,
    progressLogs: false,
    logLevel: library.LlamaLogLevel.error,
  });
  const model = await llama.loadModel({ modelPath: options.weightsFile, gpuLayers: 0 });
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  const wrapper = template === undefined ? null : library.resolveChatWrapper(model, { warningLogs: false });
  const pool = new SequencePool(model, {
    threads: options.threads,
    cacheBytes: options.cacheBytes,
    bytesPerToken: cacheBytesPerToken(model),
    prefixes: new PrefixStore(options.stateFolder, options.cacheBytes * prefixShare),
  });
  const freeCores = new FreeCores(options.threads);
  const adaptThreads = (): void => {
    const threads = freeCores.threads();
    if (llama.maxThreads !== threads) llama.maxThreads = threads;
  };
  return { llama, model, wrapper, pool, adaptThreads };
}

async function importLibrary(): Promise<typeof import('node-llama-cpp')> {
  try {
    return await import('node-llama-cpp');
  } catch (cause) {
    throw new DependencyMissingError('node-llama-cpp cannot be loaded', { cause });
  }
}

/** Keys and values of one token in 16-bit floats, over all layers. */
function cacheBytesPerToken(model: LlamaModel): number {
  const { architectureMetadata } = model.fileInfo;
  const layers = number(architectureMetadata.block_count, 32);
  const heads = number(architectureMetadata.attention?.head_count, 32);
  const cacheHeads = number(architectureMetadata.attention?.head_count_kv, heads);
  const width = model.embeddingVectorSize / heads;
  const keys = number(architectureMetadata.attention?.key_length, width);
  const values = number(architectureMetadata.attention?.value_length, width);
  return Math.max(1, layers * cacheHeads * (keys + values) * 2);
}

function number(value: unknown, otherwise: number): number {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return Math.max(...value.filter((one) => typeof one === 'number'), 1);
  return otherwise;
}

export type RealServer = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly pid: number | undefined;
  readonly model: string;
  /** The last of what it wrote. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};
export const versions: { readonly xllamacpp: string; readonly ollama: string };
export const cacheFolder: string;
export function whyNoOllama(): string | null;
export function startLlamaServer(options: {
  readonly weights: string;
  readonly alias?: string;
  readonly slots?: number;
  readonly context?: number;
}): Promise<RealServer>;
export function startOllama(options: { readonly weights: string; readonly home?: string; readonly parallel?: number }): Promise<RealServer>;

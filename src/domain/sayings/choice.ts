/** Why a model is taken, and what may be expected of it. */
export const choiceSayings = {
  'choice-named': 'it was named',
  'choice-named-ollama': 'it was named, and Ollama has it',
  'choice-embedded': 'the embedded model was asked for',
  'choice-backend': 'its backend was asked for',
  'choice-file': 'a GGUF file was named',
  'choice-named-nowhere': ({ name }: { readonly name: string }) => `${name} was named, and no Ollama that has it answers`,
  'choice-ollama': 'a reachable Ollama has this code model',
  'choice-no-code-model': 'Ollama answers but has no code model',
  'choice-no-ollama': 'no Ollama answers',
  'choice-first-of-ollama': 'the first code model that Ollama has, or else its first model',
  'choice-only-of-server': 'the only model that the server has',
  'choice-first-of-server': 'the first code model that the server has, or else its first model',
  'choice-best-here': ({ gigabytes }: { readonly gigabytes: string }) =>
    `the best weights on this machine that fit ${gigabytes} GB of memory`,
  'choice-best': ({ gigabytes, cores }: { readonly gigabytes: string; readonly cores: number }) =>
    `the best weights for ${gigabytes} GB of memory and ${cores} cores`,
  'choice-fits': ({ gigabytes }: { readonly gigabytes: string }) => `the weights that fit ${gigabytes} GB of memory`,
  'choice-packaged': 'the packaged weights',
  'expect-tiny': ({ about }: { readonly about: string }) =>
    `${about}, 4 bits a weight: solves short, common functions when examples are given, and little else`,
  'expect-simple': ({ about }: { readonly about: string }) => `${about}, 4 bits a weight: solves simple functions; quick on any machine`,
  'expect-everyday': ({ about }: { readonly about: string }) =>
    `${about}, 4 bits a weight: solves most everyday functions; quick on a laptop`,
  'expect-steps': ({ about }: { readonly about: string }) =>
    `${about}, 4 bits a weight: better at several steps; its licence forbids commercial use`,
  'expect-best': ({ about }: { readonly about: string }) => `${about}, 4 bits a weight: the best of these; slow without a fast processor`,
  'better-unreachable': ({ name, why, packaged }: { readonly name: string; readonly why: string; readonly packaged: string }) =>
    `${name} would fit this machine but cannot be fetched (${why}); taking the packaged ${packaged}, which solves short, common functions ` +
    `when examples are given, and little else. Later: anneal models pull ${name}`,
  'better-not-fetched': ({ name, why, packaged }: { readonly name: string; readonly why: string; readonly packaged: string }) =>
    `${name} could not be fetched (${why}); taking the packaged ${packaged}, a small model that solves short, common functions only`,
  'listing-weights': ({ about, licence }: { readonly about: string; readonly licence: string }) => `${about}, 4 bits a weight; ${licence}`,
  'listing-demo': 'demo: second largest distinct number in Python; no real model',
} as const;

/** What a model or its server does otherwise than asked. */
export const modelWarnings = {
  'demo-other-task': ({ words }: { readonly words: string }) => words,
  'slow-server': ({ seconds, server, name }: { readonly seconds: number; readonly server: string; readonly name: string }) =>
    `No text after ${seconds} s: ${server} is loading ${name} or busy with others. Still waiting.`,
  'form-not-offered': ({ form, offered }: { readonly form: string; readonly offered: string }) =>
    `This model does not offer the form ${form} (it offers ${offered}).`,
  'same-samples': 'Samples with different seeds came back identical; the others are asked for without a seed.',
  'answer-broke-off': ({ why }: { readonly why: string }) => `An answer broke off (${why}) and is asked for again.`,
  'json-mended': 'The server lost the beginning of its JSON; it was put back.',
  'thought-only': 'The model spent the whole answer on thinking; the sample counts as cut.',
  'schema-not-kept': 'The server did not keep to the schema, also in a second try.',
  'schema-loose': ({ parts }: { readonly parts: string }) => `The model cannot be held to ${parts} here, the answer may differ.`,
  'schema-not-enforced': ({ why }: { readonly why: string }) => `The schema cannot be enforced here, the answer may differ: ${why}`,
  'no-schema': ({ server }: { readonly server: string }) => `${server} does not keep this model to a schema; only our own check does.`,
  'no-grammar': ({ server }: { readonly server: string }) =>
    `${server} does not keep this model to a grammar; the sample is not held to it.`,
  'ollama-no-grammar': 'Ollama takes no grammars; the sample is not held to it.',
  'messages-no-grammar': 'The Messages API takes no grammars; the sample is not held to it.',
  'messages-no-schema': 'The Messages API takes schemas of objects only; the sample is not held to this one.',
  'messages-no-seed': 'The Messages API takes no seed: a run cannot be repeated, only replayed.',
  'messages-temperature': ({ temperature }: { readonly temperature: number }) =>
    `The Messages API takes temperatures up to 1; ${temperature} becomes 1.`,
  'no-prefill': 'This model takes no beginning of its answer; it is asked without one.',
  declined: 'The model declined to answer; the sample counts as cut.',
  'answer-capped': ({ room, wanted }: { readonly room: number; readonly wanted: number }) =>
    `The model writes at most ${room} tokens here instead of ${wanted}.`,
  'context-leaves': ({ room, wanted }: { readonly room: number; readonly wanted: number }) =>
    `The context leaves room for ${room} tokens of answer instead of ${wanted}.`,
  'context-short-memory': ({ tokens, wanted }: { readonly tokens: number; readonly wanted: number }) =>
    `The context is ${tokens} tokens instead of ${wanted}, because memory is short.`,
  'context-small': ({ tokens, wanted }: { readonly tokens: number; readonly wanted: number }) =>
    `The model's context is ${tokens} tokens; ${wanted} were wanted.`,
  'context-assumed': ({ server, tokens }: { readonly server: string; readonly tokens: number }) =>
    `Nobody says how long the context of ${server} is; ${tokens} tokens are assumed.`,
  'other-model': ({ has, asked }: { readonly has: string; readonly asked: string }) =>
    `llama-server has ${has} and no other model; ${asked} was asked for.`,
  'ollama-by-openai': ({ address }: { readonly address: string }) =>
    `This is Ollama, whose /v1 can set no context and cuts long prompts in silence; better: --backend ollama --base-url ${address}`,
  'key-unencrypted': ({ variable }: { readonly variable: string }) =>
    `The key from ${variable} goes over the network unencrypted; use https.`,
  'route-left-out': ({ route, address }: { readonly route: string; readonly address: string }) =>
    `${route} at the end of the address is left out; the address is ${address}`,
  'field-refused': ({ field, why }: { readonly field: string; readonly why: string }) =>
    `The server refuses ${field} for this model (${why}); it is left out.`,
  'asked-again': ({ why, seconds }: { readonly why: string; readonly seconds: string }) => `${why} Asked again after ${seconds} s.`,
  'prompt-not-recorded': ({ purpose }: { readonly purpose: string }) =>
    `The prompt (${purpose}) is not as recorded; the recorded reply to it is used all the same.`,
} as const;

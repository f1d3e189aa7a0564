import { AppError } from '../domain/app-error.ts';
import type { Model } from '../ports/model.ts';

/** What stands for a model where a kept program answers: nothing is loaded, and nobody may ask it. */
export function noModel(skill: string): Model {
  const refuse = (): never => {
    throw new AppError('internal', `the skill ${skill} answers this run, and yet a model was asked`, 'run without it: --no-skills');
  };
  return {
    id: `skills:${skill}`,
    backend: 'skills',
    capabilities: {
      jsonSchema: false,
      grammar: false,
      logprobs: false,
      seed: true,
      samplesInOneCall: false,
      contextTokens: 0,
      promptForms: [],
    },
    countTokens: async () => refuse(),
    complete: () => refuse(),
    decide: async () => refuse(),
    close: async () => undefined,
  };
}

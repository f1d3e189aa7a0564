import type { Said, SaidCode, Wording } from '../../../src/domain/said.ts';
import { machineInRussian } from './russian/machine-words.ts';
import { measuredInRussian } from './russian/measured-words.ts';
import { modelInRussian } from './russian/model-words.ts';
import { runInRussian } from './russian/run-words.ts';

const wording: Wording = { ...modelInRussian, ...machineInRussian, ...measuredInRussian, ...runInRussian };

/** Sentences of the service in Russian; null where one is not known here, and then its own words are shown. */
export function inRussian(said: readonly Said[]): string | null {
  const sentences = said.map(({ code, values }) => {
    const words: string | ((values: never) => string) | undefined = Object.hasOwn(wording, code) ? wording[code as SaidCode] : undefined;
    return typeof words === 'function' ? words(values as never) : words;
  });
  return sentences.length === 0 || sentences.includes(undefined) ? null : sentences.join('; ');
}

import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { Message } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { Asker } from './asker.ts';

const firstLength = 256;
/** Why the reading of ever longer prompts ended; anything else is what went wrong. */
export const endings = {
  declared: 'the declared context was reached',
  time: 'the time was up',
  silence: 'there was no answer',
} as const;

/** Room for the answer and for the template. */
const reserve = 64;
/** A backend that reports fewer prompt tokens than this share of what was counted has cut the prompt. */
const wholeShare = 0.8;
const words = ['copper', 'violin', 'harbour', 'lantern', 'meadow', 'thunder', 'walnut', 'glacier'] as const;

function prompt(lines: number, word: string): string {
  const stock = Array.from(
    { length: lines },
    (_, index) => `Shelf ${index + 1} holds ${(index * 7) % 23} boxes and ${(index * 5) % 11} bags.`,
  );
  return [`The secret word is "${word}".`, ...stock, 'What is the secret word? Answer with that one word.'].join('\n');
}

/**
 * The usable context: a word at the beginning of ever longer prompts is asked for, and the backend's token count is compared
 * with our own. Ends at the declared context, at the first prompt that is refused or cut, or when the time is up.
 */
export async function measureContext(
  asker: Asker,
  deps: EngineDeps,
  timeLeft: () => boolean,
  say: (tokens: number) => void,
  signal: AbortSignal | undefined,
): Promise<ModelMeasurement['context']> {
  const { model } = deps;
  const declared = model.capabilities.contextTokens;
  const form = model.capabilities.promptForms.includes('chat') ? 'chat' : 'completion';
  const count = (content: string): Promise<number> =>
    model.countTokens([{ role: 'user', content }], signal === undefined ? {} : { signal });
  const bare = await count(prompt(0, 'copper'));
  const perLine = ((await count(prompt(40, 'copper'))) - bare) / 40;
  let read = 0;
  let found: number | null = null;
  let stopped: string = endings.declared;
  for (let step = 0; ; step += 1) {
    const target = Math.min(firstLength * 2 ** step, declared - reserve);
    if (target <= read) break;
    if (!timeLeft() && read > 0) {
      stopped = endings.time;
      break;
    }
    const word = words[step % words.length] ?? 'copper';
    const lines = Math.max(0, Math.floor((target - bare) / perLine));
    const messages: readonly Message[] = [{ role: 'user', content: prompt(lines, word) }];
    say(target);
    const tokens = await count(prompt(lines, word));
    const { samples, trouble } = await asker.complete({ form, messages, seeds: [1], temperature: 0, maxTokens: 24, stop: [] });
    const [sample] = samples;
    if (sample === undefined) {
      stopped = trouble ?? endings.silence;
      break;
    }
    const seen = sample.usage.promptTokens;
    if (seen > 0 && seen < tokens * wholeShare) {
      stopped = `the backend read only ${seen} of ${tokens} tokens`;
      break;
    }
    read = tokens;
    if (sample.text.toLowerCase().includes(word)) found = tokens;
    if (target === declared - reserve) break;
  }
  return { declared, read, found, stopped };
}

import type { Entry } from '../../domain/contract.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Language } from '../../ports/language.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { callModel } from '../model-call.ts';
import { exampleTurns } from '../prompts/chat-prompt.ts';
import { nearestExamples } from '../prompts/nearest-examples.ts';
import { seedsFrom } from '../sample/seeds.ts';

const voters = 6;
const placeholder = 'anneal_entry';

/** The beginning of an answer up to the place where the entry's name stands, e.g. a fence and `def`. */
function openingBeforeName(language: Language): string {
  const text = language.prefill({ kind: 'function', name: placeholder, parameters: [] });
  return text.slice(0, text.indexOf(placeholder)).trimEnd();
}

const shape = (entry: Entry): string => (entry.kind === 'function' ? `${entry.name}/${entry.parameters.length}` : entry.kind);

/** The signature that most samples propose; null when none could be read. */
export async function* proposeSignature(
  task: string,
  seed: number,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact | LiveDelta, Entry | null> {
  const { language, model } = deps;
  const proposals: Entry[] = [];
  const prefilled = deps.profile.recipes[0] !== 'chat' && model.capabilities.promptForms.includes('chat-prefill');
  const opening = openingBeforeName(language);
  const near = nearestExamples(task, '', deps.solvedExamples, 4);
  const request = prefilled
    ? ({
        form: 'chat-prefill',
        messages: [...exampleTurns(language, near), { role: 'user', content: task }],
        prefill: opening,
        stop: [{ type: 'text', text: '\n' }],
        maxTokens: 32,
      } as const)
    : ({
        form: 'chat',
        messages: [
          {
            role: 'user',
            content: `${task}\n\nWhat is the best signature of one ${language.title} function for this? Answer with the signature alone, in one fenced ${language.fence} block, without a body.`,
          },
        ],
        stop: [],
        maxTokens: 120,
      } as const);
  const seeds = seedsFrom(seed, prefilled ? voters : 2);
  yield* callModel('contract', { ...request, seeds, temperature: 0.4 }, deps, options, (sample) => {
    const line = opening.split('\n').at(-1) ?? '';
    const entry = language.extractSignature({ ...sample, text: prefilled ? `${line}${sample.text}` : sample.text });
    if (entry !== null) proposals.push(entry);
  });
  const counts = new Map<string, number>();
  for (const entry of proposals) counts.set(shape(entry), (counts.get(shape(entry)) ?? 0) + 1);
  return [...proposals].sort((a, b) => (counts.get(shape(b)) ?? 0) - (counts.get(shape(a)) ?? 0))[0] ?? null;
}

import type { LiveDelta, RunFact } from '../../../src/domain/run-event.ts';
import type { RunState } from '../../../src/domain/run-state.ts';
import type { Abortable } from '../../../src/ports/abortable.ts';
import type { Clock, Random } from '../../../src/ports/clock.ts';

export type TinyTools = {
  readonly clock: Clock;
  readonly random: Random;
  readonly delayMs: number;
  /** Asks after that many candidates; 0 never. */
  readonly askAfter: number;
  /** Throws when it has that many candidates. */
  readonly fail?: { readonly after: number; readonly error: Error };
};

/** A search as the engine does it, in small: every candidate's code is random, so that a resumed run shows whether it kept them. */
export async function* tinySearch(state: RunState, tools: TinyTools, { signal }: Abortable): AsyncGenerator<RunFact | LiveDelta> {
  const wanted = state.request?.candidates ?? 0;
  if (state.rounds.length === 0) yield { type: 'round-start', round: 0, kind: 'sample', samples: wanted, seed: 1 };
  for (let index = state.candidates.length + 1; index <= wanted; index += 1) {
    if (tools.fail?.after === index - 1) throw tools.fail.error;
    if (tools.delayMs > 0) await tools.clock.sleep(tools.delayMs, signal === undefined ? {} : { signal });
    signal?.throwIfAborted();
    yield { type: 'text-delta', purpose: 'sample', sample: index, text: `c${index}` };
    const code = `return "${tools.random.hex(8)}"`;
    yield { type: 'candidate-add', id: `c${index}`, round: 0, sample: index, seed: index, recipe: 'tiny', code, rejected: null };
    if (tools.askAfter === index && state.answers.length === 0) {
      const options = [
        { id: 'A', value: 'nil', support: 0.6 },
        { id: 'B', value: '0', support: 0.4 },
      ];
      yield { type: 'question-ask', question: { id: 'q1', text: 'What is f({})?', call: 'f({})', options } };
      return;
    }
  }
  const clusters = [{ id: 1, posterior: 1, members: ['c1'], weight: 1 }];
  yield { type: 'selection-end', round: 0, clusters, selected: 'c1', confidence: 0.9, verdict: 'success', reason: 'agreed' };
  yield { type: 'run-end', outcome: 'success', explanation: 'The first one.', error: null, overlapMs: 0 };
}

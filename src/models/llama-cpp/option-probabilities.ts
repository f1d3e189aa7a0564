import type { ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import { promptTokens } from './prompt-tokens.ts';
import type { LabelProbabilities } from './protocol.ts';
import type { SequencePool } from './sequence-pool.ts';

/**
 * One forward pass: the probability that the answer's first token is each label, with and without a leading space.
 * `shares` are as the model gave them, not normalised.
 */
export async function optionProbabilities(
  setting: { readonly model: LlamaModel; readonly wrapper: ChatWrapper | null; readonly pool: SequencePool },
  work: { readonly prompt: string; readonly labels: readonly string[] },
  keepsGoing: () => boolean,
): Promise<LabelProbabilities> {
  const { model, wrapper, pool } = setting;
  const messages = [{ role: 'user' as const, content: work.prompt }];
  const tokens = promptTokens(model, wrapper, { form: wrapper === null ? 'completion' : 'chat', messages });
  const slots = await pool.slots(1, tokens.length + 1);
  await pool.fill(slots, tokens.slice(0, -1), keepsGoing);
  const [slot] = slots;
  const last = tokens.at(-1);
  if (slot === undefined || last === undefined || !keepsGoing()) return { shares: work.labels.map(() => 0) };
  // Without a temperature the sampler changes nothing, so these are the model's own probabilities.
  const outputs = await slot.controlledEvaluate([[last, { generateNext: { probabilities: true } }]]);
  const probabilities = outputs[0]?.next.probabilities ?? new Map<Token, number>();
  const shares = work.labels.map((label) => {
    const forms = new Set([label, ` ${label}`].map((form) => model.tokenize(form, false)[0]));
    return [...forms].reduce((sum, token) => sum + (token === undefined ? 0 : (probabilities.get(token) ?? 0)), 0);
  });
  return { shares };
}

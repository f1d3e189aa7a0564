import type { ModelPurpose } from '../../domain/run-event.ts';
import type { CompletionRequest } from '../../ports/model.ts';
import type { SampleAt } from './scripted-model.ts';

export type ScriptedReply =
  | string
  | {
      readonly text: string;
      /** What the model reports at the reply's end; `length` is reported by itself where `maxTokens` cuts. */
      readonly finish?: 'stop' | 'length';
      /** Milliseconds before the first token. */
      readonly delayMs?: number;
      /** Milliseconds for each token. */
      readonly tokenMs?: number;
      readonly logprob?: number;
      /** Thrown after the text was streamed, in place of a `sample-end`. */
      readonly failure?: Error;
    };

/** Supplies the samples of the requests it fits, one reply a sample, in order. */
export type ScriptedRule = {
  readonly purpose?: ModelPurpose;
  /** Matched against all contents, joined by blank lines. */
  readonly prompt?: RegExp;
  readonly replies: readonly ScriptedReply[];
  /** When the replies are used up: `last` repeats the last one (default), `cycle` starts again, `fail` throws. */
  readonly whenUsedUp?: 'last' | 'cycle' | 'fail';
};

/** The first rule that fits wins; a request that none fits is a defect of the script and throws. */
export function createReplyChooser(rules: readonly ScriptedRule[]): (request: CompletionRequest, at: SampleAt) => ScriptedReply {
  const used = rules.map(() => 0);
  return (request, at) => {
    const prompt = request.messages.map(({ content }) => content).join('\n\n');
    const index = rules.findIndex(
      (rule) => (rule.purpose === undefined || rule.purpose === request.purpose) && (rule.prompt === undefined || rule.prompt.test(prompt)),
    );
    const rule = rules[index];
    const position = used[index];
    if (rule === undefined || position === undefined) throw new Error(`No rule of the script fits call ${at.call}: ${prompt.slice(-200)}`);
    used[index] = position + 1;
    const last = rule.replies.length - 1;
    const whenUsedUp = rule.whenUsedUp ?? 'last';
    const reply =
      rule.replies[whenUsedUp === 'cycle' ? position % rule.replies.length : whenUsedUp === 'last' ? Math.min(position, last) : position];
    if (reply === undefined) throw new Error(`The script has no reply left for call ${at.call}: ${prompt.slice(-200)}`);
    return reply;
  };
}

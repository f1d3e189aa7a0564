import { AppError } from '../../domain/app-error.ts';
import type { CompletionPart, CompletionRequest, Decision, Option } from '../../ports/model.ts';
import { startDeadline } from '../deadline.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { failsOneQuestion } from '../failed-question.ts';

export type SampleEnd = Extract<CompletionPart, { type: 'sample-end' }>;

/** What came back within the time; `trouble` says why not everything did. */
export type Answers = { readonly samples: readonly SampleEnd[]; readonly ms: number; readonly trouble: string | null };

/** So many questions in a row without any answer in time: the model is not asked further. */
const mostSilent = 3;
/** What a question gets when the whole time is as good as up: enough for a quick model to be heard. */
const leastMs = 3000;

/** Asks a model, each question with a limit of its own, and keeps the score of those that were never answered. */
export class Asker {
  readonly #deps: EngineDeps;
  readonly #limitMs: number;
  readonly #endsAt: number;
  readonly #signal: AbortSignal | undefined;
  #silent = 0;
  questions = 0;
  timedOut = 0;

  /** `limitMs`: one question; `endsAt`: by the clock, when all of them should be answered. */
  constructor(deps: EngineDeps, limitMs: number, endsAt: number, signal: AbortSignal | undefined) {
    this.#deps = deps;
    this.#limitMs = limitMs;
    this.#endsAt = endsAt;
    this.#signal = signal;
  }

  async complete(request: CompletionRequest): Promise<Answers> {
    const samples: SampleEnd[] = [];
    const started = this.#deps.clock.now();
    const trouble = await this.inTime(async (signal) => {
      for await (const part of this.#deps.model.complete(request, { signal })) if (part.type === 'sample-end') samples.push(part);
    });
    return { samples, ms: Math.max(1, this.#deps.clock.now() - started), trouble };
  }

  async decide(prompt: string, options: readonly Option<string>[]): Promise<Decision<string> | null> {
    let decision: Decision<string> | null = null;
    await this.inTime(async (signal) => {
      decision = await this.#deps.model.decide({ prompt, options }, { signal });
    });
    return decision;
  }

  /** Null when the work was done; else what kept it from that. Throws `model-timeout` when the model never answers. */
  async inTime(work: (signal: AbortSignal) => Promise<void>): Promise<string | null> {
    this.#signal?.throwIfAborted();
    this.questions += 1;
    const left = Math.max(leastMs, this.#endsAt - this.#deps.clock.now());
    const deadline = startDeadline(Math.min(this.#limitMs, left), this.#deps.clock, this.#signal);
    try {
      await work(deadline.signal);
      this.#silent = 0;
      return null;
    } catch (error) {
      this.#signal?.throwIfAborted();
      const late = deadline.passed() || (error instanceof AppError && error.code === 'model-timeout');
      if (!late && !failsOneQuestion(error)) throw error;
      // Cut short by the end of the measurement: that says nothing of the model.
      if (deadline.passed() && left < this.#limitMs) return 'the time was up';
      if (late) this.#countSilence();
      return late ? `no answer within ${this.#limitMs / 1000} s` : (error as AppError).message;
    } finally {
      deadline.stop('answered');
    }
  }

  #countSilence(): void {
    this.timedOut += 1;
    this.#silent += 1;
    if (this.#silent < mostSilent || this.timedOut < this.questions) return;
    throw new AppError(
      'model-timeout',
      `${this.#deps.model.id} answered none of ${this.questions} questions within ${this.#limitMs / 1000} s each.`,
      'Is the machine busy, or the model too large for it? See: anneal models list',
    );
  }
}

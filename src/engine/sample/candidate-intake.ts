import type { Candidate, RejectionReason } from '../../domain/candidate.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { RunFact } from '../../domain/run-event.ts';
import type { Round, RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { firstLookSeconds, type IndexedCall, observe } from '../observe/observe.ts';
import type { Batch } from './batch.ts';
import { checkProgram } from './check-program.ts';

/** Programs of one round that a compiler looks at: each costs it half a second. */
const mostChecked = 16;

/** Longest rejected reply that is kept for the reader, in characters. */
const rawCap = 400;

export type Outlet = { readonly push: (fact: RunFact) => void; readonly fail: (error: unknown) => void };

/** Turns the replies of one round into candidates and has each observed while others are still being written. */
export class CandidateIntake {
  readonly #round: Round;
  readonly #contract: Contract;
  readonly #deps: EngineDeps;
  readonly #options: Abortable;
  readonly #outlet: Outlet;
  readonly #calls: readonly IndexedCall[];
  readonly #lookSeconds: number;
  /** The first candidate with a program, by its normalised text. */
  readonly #seen = new Map<string, Pick<Candidate, 'id' | 'rejected'>>();
  readonly #pending: Promise<void>[] = [];
  #count: number;
  #checked = 0;

  constructor(state: RunState, round: Round, contract: Contract, deps: EngineDeps, outlet: Outlet, options: Abortable) {
    this.#round = round;
    this.#contract = contract;
    this.#deps = deps;
    this.#options = options;
    this.#outlet = outlet;
    this.#count = state.candidates.length;
    this.#calls = state.calls.map((call, index) => ({ index, call }));
    this.#lookSeconds = Math.min(state.request?.timeoutSeconds ?? firstLookSeconds, firstLookSeconds);
    for (const candidate of state.candidates) {
      if (candidate.code !== null && candidate.duplicateOf === undefined)
        this.#seen.set(deps.language.normalise(candidate.code), candidate);
    }
  }

  /** Takes one reply; false when it was cut off and `mayRetry` says that it can be asked for again with more room. */
  async take(batch: Batch, sample: Extract<CompletionPart, { type: 'sample-end' }>, mayRetry: boolean): Promise<boolean> {
    const { language } = this.#deps;
    const prefill = batch.prefill === '' ? {} : { prefill: batch.prefill };
    const reply = { text: sample.text, finish: sample.finish, ...prefill };
    const extraction =
      (await this.#deps.replies?.extract(language, reply, this.#contract, this.#options)) ?? language.extract(reply, this.#contract);
    if (extraction.type === 'rejected') {
      if (extraction.reason === 'truncated' && mayRetry) return false;
      this.#add(batch, sample, null, { reason: extraction.reason, detail: `${extraction.detail}\n${sample.text.slice(0, rawCap)}`.trim() });
      return true;
    }
    const { code } = extraction;
    const text = language.normalise(code);
    const twin = this.#seen.get(text);
    if (twin !== undefined) {
      this.#add(batch, sample, code, twin.rejected, twin.id);
      return true;
    }
    const diagnostics = language.check(code, this.#contract);
    const fatal = diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    const rejected = fatal === undefined ? null : rejectionOf(fatal);
    const id = this.#add(batch, sample, code, rejected);
    this.#seen.set(text, { id, rejected });
    if (diagnostics.length > 0) this.#outlet.push({ type: 'candidate-check', candidate: id, diagnostics });
    if (fatal === undefined) {
      this.#pending.push(this.#observe(id, code));
      if (this.#checked < mostChecked && language.checkJobs !== undefined) {
        this.#checked += 1;
        this.#pending.push(this.#check(id, code));
      }
    }
    return true;
  }

  /** Resolves when every observation that was begun is over. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #add(
    batch: Batch,
    sample: Extract<CompletionPart, { type: 'sample-end' }>,
    code: string | null,
    rejected: { readonly reason: RejectionReason; readonly detail: string } | null,
    duplicateOf?: string,
  ): string {
    this.#count += 1;
    const id = `c${this.#count}`;
    const { round, parent } = this.#round;
    this.#outlet.push({
      type: 'candidate-add',
      id,
      round,
      sample: sample.sample,
      seed: batch.request.seeds[sample.sample] ?? 0,
      recipe: batch.recipe,
      code,
      rejected,
      ...(parent === undefined || batch.recipe !== 'repair' ? {} : { parent }),
      ...(duplicateOf === undefined ? {} : { duplicateOf }),
      ...(sample.logprob === undefined ? {} : { logprob: sample.logprob }),
    });
    return id;
  }

  async #check(id: string, code: string): Promise<void> {
    try {
      const diagnostics = await checkProgram(code, this.#contract, this.#deps, this.#options);
      if (diagnostics.length > 0) this.#outlet.push({ type: 'candidate-check', candidate: id, diagnostics });
    } catch (error) {
      if (this.#options.signal?.aborted !== true) this.#outlet.fail(error);
    }
  }

  async #observe(id: string, code: string): Promise<void> {
    try {
      const look = await observe(code, this.#contract, this.#calls, this.#lookSeconds, this.#deps, this.#options);
      this.#outlet.push({ type: 'candidate-observe', candidate: id, repeat: false, ...look });
    } catch (error) {
      // A stopped round stops its sandboxes too; anything else ends the round.
      if (this.#options.signal?.aborted !== true) this.#outlet.fail(error);
    }
  }
}

const rejectionOf = (diagnostic: Diagnostic) => ({
  reason: diagnostic.rule === 'entry-missing' ? ('entry-missing' as const) : ('syntax' as const),
  detail: diagnostic.line === undefined ? diagnostic.message : `line ${diagnostic.line}: ${diagnostic.message}`,
});

import type { LanguageId } from '../../domain/contract.ts';
import type { RunRequest } from '../../domain/run-request.ts';
import type { Language } from '../../ports/language.ts';
import type { RunQueue } from '../../runs/run-queue.ts';
import type { RunService } from '../../runs/run-service-types.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Access } from './guard.ts';

/** What a run gets where its request says nothing. */
export type RunDefaults = Pick<
  RunRequest,
  'candidates' | 'maxRounds' | 'testSamples' | 'timeoutSeconds' | 'budgetSeconds' | 'budgetTokens' | 'seed' | 'temperature'
> & { readonly language: LanguageId | null };

export type HttpDeps = {
  readonly runs: RunService;
  readonly queue: RunQueue;
  readonly sessions: Sessions;
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  readonly profiles: readonly { readonly name: string; readonly language: LanguageId }[];
  readonly defaults: RunDefaults;
  readonly version: string;
  readonly access: Access;
  /** Told of failures of our own, which callers are not shown. */
  readonly warn: (line: string) => void;
  /** Aborts when the service stops: streams end. */
  readonly closing: AbortSignal;
  /** Milliseconds between signs of life on a quiet stream. */
  readonly heartbeatMs: number;
};

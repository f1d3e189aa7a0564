import type { Value } from './value.ts';

export type Outcome =
  /** `more`: what a Lua call returned after its first value, up to the last that is not nil; absent when there was nothing. */
  | { readonly type: 'value'; readonly value: Value; readonly more?: readonly Value[] }
  /** `error` is the exception's class name (Python, JavaScript) or `error` (Lua); `bases` are the names of its base classes. */
  | {
      readonly type: 'raised';
      readonly error: string;
      readonly message: string;
      readonly line?: number;
      readonly bases?: readonly string[];
    }
  | { readonly type: 'limit'; readonly limit: LimitKind }
  /** The candidate ended before this call reported; `tampered`: it wrote where reports are, so that none of them counts. */
  | { readonly type: 'missing'; readonly reason: string; readonly tampered?: true };

export type LimitKind = 'wall' | 'cpu' | 'memory' | 'output' | 'processes';

/** What one candidate did on one call. */
export type Observation = {
  /** Index into the calls that were probed. */
  readonly call: number;
  readonly outcome: Outcome;
  /** Text printed during the call, capped; absent when nothing was printed. */
  readonly stdout?: string;
  /** The arguments after the call; present only when the call changed them. */
  readonly argumentsAfter?: readonly Value[];
};

import type { Abortable } from './abortable.ts';

export type BrokerRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly timeoutMs: number;
};

export type BrokerResponse = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array };

/** A secret and what stands for it in a body's hands. */
export type StandIn = { readonly name: string; readonly standIn: string; readonly secret: string };

/** What one run may do over the network. Hosts are `host:port` in lower case. */
export type NetworkRights = {
  /** What the skill declares. */
  readonly declared: ReadonlySet<string>;
  /** What the person granted, exactly. */
  readonly granted: ReadonlySet<string>;
  readonly secrets: readonly StandIn[];
};

/** A request that was not made, or got no answer; `reason` is for the body and for the person. */
export type BrokerAnswer =
  | { readonly ok: true; readonly response: BrokerResponse }
  | { readonly ok: false; readonly refused: boolean; readonly reason: string };

/**
 * Dials for bodies that have no network of their own: only hosts that are both declared and granted, at an address that is
 * looked up once. Secrets take their stand-ins' places on the way out, and go back on the way in. Throws `signal.reason` only.
 */
export interface NetworkBroker {
  request(request: BrokerRequest, rights: NetworkRights, options?: Abortable): Promise<BrokerAnswer>;
}

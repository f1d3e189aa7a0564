import type { LanguageId } from '../domain/contract.ts';
import type { RunRequest } from '../domain/run-request.ts';

/** What one turn left behind; nothing of it changes later. */
export type Version = {
  readonly message: string;
  readonly code: string;
  readonly language: LanguageId;
  readonly profile?: string;
  readonly signature: string;
  /** Trusted tests so far, as typed. */
  readonly examples: readonly string[];
  readonly runId: string;
};

/** The versions of the program, oldest first. */
export type ChatSession = { readonly versions: readonly Version[] };

export const newSession: ChatSession = { versions: [] };

export const current = ({ versions }: ChatSession): Version | null => versions.at(-1) ?? null;
export const before = ({ versions }: ChatSession): Version | null => versions.at(-2) ?? null;
export const withVersion = ({ versions }: ChatSession, version: Version): ChatSession => ({ versions: [...versions, version] });
export const undone = ({ versions }: ChatSession): ChatSession => ({ versions: versions.slice(0, -1) });

/** The request of a follow-up: the program so far under its tests, and what it was written for. */
export function revision(session: ChatSession, message: string, examples: readonly string[], base: RunRequest): RunRequest {
  const version = current(session);
  if (version === null) return { ...base, examples: [...examples] };
  const first = session.versions[0]?.message ?? '';
  const { signature: _signature, ...others } = base;
  return {
    ...others,
    message,
    task: `${message}\n\nThe program was written for this request:\n${first}`,
    language: version.language,
    ...(version.profile === undefined ? {} : { profile: version.profile }),
    code: version.code,
    examples: [...examples],
    ...(version.signature === '' ? {} : { signature: version.signature }),
  };
}

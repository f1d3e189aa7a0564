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

/** What a follow-up says, with what the program was written for; nothing for a first message. */
export function saidSoFar({ versions: [first] }: ChatSession, message: string): Partial<Pick<RunRequest, 'message' | 'task'>> {
  if (first === undefined) return {};
  return { message, task: `${message}\n\nThe program was written for this request:\n${first.message}` };
}

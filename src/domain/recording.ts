import { AppError, type ErrorCode } from './app-error.ts';
import type { LanguageId } from './contract.ts';
import type { ModelCapabilities } from './model-capabilities.ts';
import type { ModelProfile } from './model-profile.ts';
import type { ModelPurpose, RunEvent, RunSkill, Warning } from './run-event.ts';
import type { RunRequest } from './run-request.ts';

/** One thing that a model said. */
export type RecordedReply =
  | {
      readonly type: 'sample';
      readonly seed: number;
      readonly text: string;
      readonly finish: 'stop' | 'length';
      readonly promptTokens: number;
      readonly completionTokens: number;
      readonly logprob?: number;
    }
  | { readonly type: 'warning'; readonly warning: Warning }
  | {
      readonly type: 'decision';
      readonly choice: string;
      readonly probabilities: readonly { readonly id: string; readonly probability: number }[];
      readonly labelMass: number | null;
      readonly calibrated: boolean;
    }
  /** The rest of the answer was not waited for. */
  | { readonly type: 'aborted' }
  | { readonly type: 'failure'; readonly code: ErrorCode; readonly message: string; readonly hint: string };

/** All that a run needs to be run again without its model. */
export type Recording = {
  readonly request: RunRequest;
  readonly language: LanguageId;
  readonly model: { readonly backend: string; readonly id: string; readonly demo: boolean; readonly capabilities: ModelCapabilities };
  readonly profile: ModelProfile | null;
  readonly seed: number;
  /** Kept programs that had joined. */
  readonly skills: readonly RunSkill[];
  readonly replies: readonly { readonly purpose: ModelPurpose; readonly request: string; readonly reply: RecordedReply }[];
  /** What the person answered, in order. */
  readonly answers: readonly { readonly optionId?: string; readonly value?: string }[];
};

/** What the events of a run hold of its model. `name` says whose they are. Throws `not-found` where replies were not recorded. */
export function recordingOf(events: readonly RunEvent[], name: string): Recording {
  const start = events.find((event) => event.type === 'run-start');
  const capabilities = start?.model.capabilities;
  const seed = start?.seed ?? start?.request.seed;
  if (start === undefined || capabilities === undefined || seed === undefined) {
    throw new AppError(
      'not-found',
      `${name} holds no replies of a model: it was stored by an earlier version, or never started`,
      'run the request anew: anneal run "…"',
    );
  }
  const { request, language, profile } = start;
  const { backend, id, demo } = start.model;
  return {
    request,
    language,
    model: { backend, id, demo, capabilities },
    profile: profile ?? null,
    seed,
    skills: start.skills ?? [],
    replies: events.flatMap((event) =>
      event.type === 'model-reply' ? [{ purpose: event.purpose, request: event.request, reply: event.reply }] : [],
    ),
    answers: events.flatMap((event) => {
      if (event.type !== 'question-answer') return [];
      const { optionId, value } = event;
      return [{ ...(optionId === undefined ? {} : { optionId }), ...(value === undefined ? {} : { value }) }];
    }),
  };
}
